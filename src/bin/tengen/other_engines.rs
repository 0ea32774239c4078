//! `--engine` of the commands that answer questions: other brains, asked for their moves.

use crate::Failure;
use anyhow::{Context, Result};
use clap::Args;
use crossbeam_channel::Receiver;
use std::sync::Arc;
use tengen::analysis::{EngineFault, EngineMove, NoEngineMove, OtherEngines};
use tengen::arena::{AskError, EndReason, EngineList, NoAnswer, Watchdog, read_engine};
use tengen::position::Position;
use tengen::time::Limits;

#[derive(Args)]
pub struct OtherEngineFlags {
    /// Another brain that can be asked for moves; may be repeated. Its keys are those of `tengen match --engine`, such
    /// as "name=NAME cmd=PROGRAM"; without memory= it has no memory limit.
    #[arg(long = "engine", value_name = "KEYS")]
    engines: Vec<String>,
}

/// A list of engines as the answers know it.
struct Listed(EngineList);

impl OtherEngines for Listed {
    fn names(&self) -> Vec<String> {
        self.0.names()
    }

    fn ask(
        &self,
        name: &str,
        position: &Position,
        limits: &Limits,
        stop: Receiver<()>,
    ) -> Result<EngineMove, NoEngineMove> {
        let stones = (position.board(), position.turn());
        let answer = self.0.ask(name, position.rule(), stones, limits, stop);
        let answer = answer.map_err(|why| NoEngineMove {
            fault: fault_of(&why),
            text: why.to_string(),
        })?;
        Ok(EngineMove {
            point: answer.point,
            score: answer.info.score,
            depth: answer.info.depth,
            nodes: answer.info.nodes,
            elapsed: answer.elapsed,
        })
    }
}

/// What the answers say of a fault in short.
fn fault_of(why: &NoAnswer) -> EngineFault {
    use EndReason::{Died, Flood, HalfALine, NotReady, OutOfTime, OverFolder, OverMemory, Stalled};
    match why {
        NoAnswer::Ask(AskError::Interrupted) => EngineFault::Interrupted,
        NoAnswer::Ask(_) | NoAnswer::UnknownName => EngineFault::NotStarted,
        NoAnswer::Fault(fault) => match fault.reason {
            OutOfTime | Stalled | HalfALine => EngineFault::Timeout,
            Died | NotReady | Flood | OverMemory | OverFolder => EngineFault::Crash,
            _ => EngineFault::IllegalMove,
        },
    }
}

/// The engines, and what kills their processes when the program ends.
#[derive(Default)]
pub struct EnginesAndWatchdog {
    pub engines: Option<Arc<dyn OtherEngines>>,
    _watchdog: Option<Watchdog>,
}

impl OtherEngineFlags {
    pub fn load(&self) -> Result<EnginesAndWatchdog> {
        if self.engines.is_empty() {
            return Ok(EnginesAndWatchdog::default());
        }
        let engines = self.engines.iter();
        let engines = engines.map(|keys| read_engine(&format!("memory=0 {keys}")));
        let engines = engines.collect::<Result<_, _>>().context("--engine");
        let mark = format!("{}-engines", std::process::id());
        let list = EngineList::new(engines.map_err(Failure::usage)?, mark.clone());
        let watchdog = Watchdog::start(&std::env::current_exe()?, &mark);
        Ok(EnginesAndWatchdog {
            engines: Some(Arc::new(Listed(list))),
            _watchdog: Some(watchdog.context("cannot start the watchdog")?),
        })
    }
}
