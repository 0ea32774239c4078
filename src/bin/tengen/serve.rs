//! `tengen serve`: the board in the browser.

use super::{other_engines, sayln};
use anyhow::{Context, Result};
use clap::Args;
use std::net::{IpAddr, SocketAddr};
use std::process::ExitCode;
use tengen::server::{Server, ServerSettings};

const EXAMPLES: &str = r#"Examples:
  tengen serve --open
  tengen serve --port 0
  tengen serve --engine "name=other cmd=/path/to/pbrain-other"

Exit codes: 1 failure, such as a port that is taken, 2 wrong usage, 130 ended by Ctrl-C."#;

/// Show a board in the browser: play, analyse, review games, walk the solved game. Only this machine can reach it,
/// unless --address says otherwise.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The port; 0 takes a free one.
    #[arg(long, default_value_t = 8015)]
    port: u16,
    /// The address to listen at: 0.0.0.0 lets other machines of the network in.
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
    /// A name by which this machine may be asked for, beside localhost and its addresses; may be repeated.
    #[arg(long = "name", value_name = "HOST")]
    names: Vec<String>,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// How many tabs may be connected at once.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    tabs: u32,
    /// Megabytes of each tab's search; the solver's tables are its own.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    memory: u32,
    #[command(flatten)]
    others: other_engines::OtherEngineFlags,
}

pub fn run(options: &Options) -> Result<ExitCode> {
    let others = options.others.load()?;
    let server = Server::bind(ServerSettings {
        address: SocketAddr::new(options.address, options.port),
        names: options.names.clone(),
        tabs: options.tabs as usize,
        max_memory: u64::from(options.memory) << 20,
        engines: others.engines.clone(),
    });
    let server = server.context("another --port may be free; --port 0 takes one")?;
    let address = format!("http://{}", server.address());
    sayln!("The board is at {address}; Ctrl-C ends the server.");
    if options.open
        && let Err(error) = open::that_detached(&address)
    {
        sayln!("No browser could be opened ({error}): open the address in one.");
    }
    server.run()?;
    Ok(ExitCode::SUCCESS)
}
