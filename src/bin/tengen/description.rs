//! What shells and `man` know of the command line: written from its own definition.

use super::files::make_folder;
use super::{Failure, say, sayln};
use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_complete::{Shell, generate};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  tengen completions bash >tengen.bash
  tengen completions zsh >_tengen";

/// Print the completions of a shell.
#[derive(Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub struct CompletionsOptions {
    /// The shell.
    shell: Shell,
}

const MAN_EXAMPLES: &str = "\
Example:
  tengen man man1";

/// Write the man pages, one for each command.
#[derive(Args)]
#[command(after_help = MAN_EXAMPLES)]
pub struct ManOptions {
    /// The folder to write to; it is made.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub fn complete(options: &CompletionsOptions, mut command: Command) -> Result<ExitCode> {
    let mut script = Vec::new();
    generate(options.shell, &mut command, "tengen", &mut script);
    say(&String::from_utf8_lossy(&script));
    Ok(ExitCode::SUCCESS)
}

pub fn write_pages(options: &ManOptions, command: Command) -> Result<ExitCode> {
    let folder = &options.folder;
    make_folder(folder).map_err(Failure::usage)?;
    let cannot = || format!("{}: cannot be written", folder.display());
    clap_mangen::generate_to(command, folder).with_context(cannot)?;
    keep_example_lines(folder).with_context(cannot)?;
    sayln!("man pages written to {}", folder.display());
    Ok(ExitCode::SUCCESS)
}

/// Sets examples and exit codes as they stand: `man` would join their lines.
fn keep_example_lines(folder: &Path) -> std::io::Result<()> {
    const HEAD: &str = ".SH EXTRA\n";
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !(name.starts_with("tengen") && name.ends_with(".1")) {
            continue;
        }
        let page = std::fs::read_to_string(&path)?;
        if let Some((before, extra)) = page.split_once(HEAD) {
            let end = extra.find("\n.SH").map_or(extra.len(), |end| end + 1);
            let (extra, after) = extra.split_at(end);
            std::fs::write(&path, format!("{before}{HEAD}.nf\n{extra}.fi\n{after}"))?;
        }
    }
    Ok(())
}
