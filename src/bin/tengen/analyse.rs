//! `tengen analyse`: questions and answers as JSON lines on standard input and output.

use super::{other_engines, say, sayln};
use anyhow::{Context, Result};
use clap::Args;
use crossbeam_channel::bounded;
use schemars::generate::SchemaSettings;
use schemars::schema_for;
use serde_json::json;
use std::io::BufRead;
use std::process::ExitCode;
use tengen::analysis::{Analyst, AnalystSettings, Question, ReplyLine};

const EXAMPLES: &str = r#"A question is an object in one line; docs/ANALYSIS.md has all kinds and fields. The end of the input waits for all answers.

Examples:
  echo '{"id":"a","kind":"analyse","position":{"moves":"h8 i9"},"limits":{"nodes":20000},"variations":3}' | tengen analyse
  echo '{"id":"b","kind":"forbidden","position":{"moves":"h8 a1 i8 a2 h9 a3","rule":"renju"}}' | tengen analyse
  tengen analyse --schema >schema.json

Exit codes: 0 done, 1 failure, 2 wrong usage."#;

/// Lines that may wait for their reader.
const WAITING_LINES: usize = 1024;

/// Answer questions as JSON lines: the best moves, forced wins, the book, forbidden points, moves to play, formats.
/// Several are searched at once; each can be stopped.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// How many questions are searched at once, a thread each.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Megabytes of each search; the solver's tables are its own.
    #[arg(long, value_name = "MB", default_value_t = 350, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    memory: u32,
    /// Print the JSON Schema of questions and replies, and do nothing else.
    #[arg(long)]
    schema: bool,
    #[command(flatten)]
    others: other_engines::OtherEngineFlags,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    if options.schema {
        let replies = SchemaSettings::default().for_serialize().into_generator();
        let schema = json!({
            "question": schema_for!(Question),
            "reply": replies.into_root_schema_for::<ReplyLine>(),
        });
        sayln!("{schema:#}");
        return Ok(ExitCode::SUCCESS);
    }
    let others = options.others.load()?;
    let settings = AnalystSettings {
        concurrency: options.concurrency as usize,
        max_memory: u64::from(options.memory) << 20,
        max_open: usize::MAX,
        engines: others.engines.clone(),
    };
    let (sender, lines) = bounded::<ReplyLine>(WAITING_LINES);
    let writer = std::thread::Builder::new().spawn(move || {
        for line in lines {
            if !say(&line.to_json()) {
                // Searches without limits would go on for nobody.
                std::process::exit(0);
            }
        }
    });
    let writer = writer.context("a thread cannot be started")?;
    let tell = move |line: ReplyLine| {
        // A search does not wait for its reader: lines that others follow may be dropped. The writer never ends first.
        let _ = match line.is_last() {
            true => sender.send(line).is_ok(),
            false => sender.try_send(line).is_ok(),
        };
    };
    let analyst = Analyst::start(settings, tell);
    let analyst = analyst.context("a thread cannot be started")?;
    for line in std::io::stdin().lock().split(b'\n') {
        let line = line.context("standard input cannot be read")?;
        let line = String::from_utf8_lossy(&line);
        if !line.trim().is_empty() {
            analyst.ask(&line);
        }
    }
    analyst.finish();
    // Its panics were told.
    let _ = writer.join();
    Ok(ExitCode::SUCCESS)
}
