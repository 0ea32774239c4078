//! `pbrain-tengen`: the brain. Without arguments it speaks the Gomocup protocol on standard input and
//! output; nothing is ever written to standard error.

use std::io::Write;
use tengen::bench;
use tengen::book::Book;
use tengen::proof::Certificate;
use tengen::version::VERSION;
use tengen::work_queue::on_deep_stack;

const HELP: &str = "pbrain-tengen: a Gomoku and Renju brain for Gomocup (Piskvork) managers

Without arguments it speaks the Gomocup protocol on standard input and output.

  bench [DEPTH]     search fixed positions; the last line is `N nodes M nps`
  --version, -V     print the version; --version: with the commit of a release and the features
  --help, -h        print this
  --book FILE       play by a certificate's bytes (`tengen book --bytes`) before the built-in ones
  --log-file FILE   log the conversation and errors to a file
Other arguments are ignored.

Example: printf 'START 15\\nINFO timeout_turn 1000\\nBEGIN\\n' | (cat; sleep 2) | pbrain-tengen";

fn main() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    share_one_arena();
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|a| a.to_string_lossy().into_owned())
        .collect();
    // Before anything else: a panic must not write to standard error.
    std::panic::set_hook(Box::new(|info| log::error!("{info}")));
    let mut words = arguments.iter().map(String::as_str);
    match words.next() {
        Some("bench") => {
            let depth = words.next().and_then(|depth| depth.parse().ok());
            std::process::exit(on_deep_stack(|| say_bench(depth)).unwrap_or_else(|error| {
                say(&error.to_string());
                1
            }));
        }
        Some("--version") => say(&format!("pbrain-tengen {}", *VERSION)),
        Some("-V") => say(concat!("pbrain-tengen ", env!("CARGO_PKG_VERSION"))),
        Some("--help" | "-h") => say(HELP),
        #[cfg(feature = "tune")]
        Some("--tunables") => say_tunables(),
        _ => {
            if let Some(path) = after_flag(&arguments, "--log-file") {
                log_to(path);
            }
            let book = outside_book(&arguments);
            // So that openings of swap2 differ from game to game.
            let seed = std::process::id().into();
            let ended = tengen::protocol::run(std::io::stdin(), std::io::stdout(), book, seed);
            std::process::exit(if ended.is_ok() { 0 } else { 1 });
        }
    }
}

/// Lets all threads allocate from the main arena.
///
/// For any other arena glibc reserves 64 MB of address space. Where that is limited, the reservation fails at every
/// allocation of a thread, and while it is tried the allocations of other threads fail.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
fn share_one_arena() {
    // SAFETY: `mallopt` takes two numbers, and no other thread runs yet.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
}

fn after_flag<'a>(arguments: &'a [String], flag: &str) -> Option<&'a String> {
    let mut rest = arguments.iter().skip_while(|word| *word != flag);
    rest.nth(1)
}

/// The book with the certificate of `--book`, if that can be read, before the built-in ones; else a message says why
/// not.
fn outside_book(arguments: &[String]) -> Book {
    let outside = after_flag(arguments, "--book").and_then(|path| {
        let bytes = std::fs::read(path).map_err(|error| error.to_string());
        let certificate = bytes
            .and_then(|bytes| Certificate::from_bytes(&bytes).map_err(|error| error.to_string()));
        certificate
            .map_err(|error| {
                log::error!("{path}: {error}");
                say(&format!("MESSAGE {path}: no book: {error}"));
            })
            .ok()
    });
    Book::new(outside)
}

/// Logs to a file, if it can be written.
fn log_to(path: &str) {
    if let Ok(file) = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
    {
        env_logger::Builder::new()
            .filter_level(log::LevelFilter::Debug)
            .target(env_logger::Target::Pipe(Box::new(file)))
            .init();
    }
}

fn say(text: &str) {
    // Without a reader there is nothing to do about it.
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Prints name, value, least and greatest value of each tunable number, one a line.
#[cfg(feature = "tune")]
fn say_tunables() {
    for number in tengen::search::TUNABLES {
        let (least, greatest) = (number.range.start(), number.range.end());
        say(&format!(
            "{} {} {least} {greatest}",
            number.name,
            number.get()
        ));
    }
}

/// Prints the bench. Returns the exit code.
fn say_bench(depth: Option<u32>) -> i32 {
    let total = bench::run(depth.unwrap_or(bench::DEPTH), 1, &mut |number, share| {
        say(&format!(
            "position {number:>2}: {:>9} nodes {:>8} threat nodes {:>6} ms",
            share.nodes,
            share.threat_nodes,
            share.elapsed.as_millis()
        ));
    });
    let total = match total {
        Ok(total) => total,
        Err(error) => {
            say(&error.to_string());
            return 1;
        }
    };
    say(&total.to_string());
    0
}
