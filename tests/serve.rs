//! `tengen serve` as browsers meet it, and as those who mean it harm.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Error, Message, WebSocket};

const PATIENCE: Duration = Duration::from_secs(120);

struct Server {
    child: Child,
    /// The host with its port.
    host: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(["serve", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let (_, rest) = line.split_once("http://").expect("an address");
        let host = rest.split(';').next().unwrap().to_string();
        Server { child, host }
    }

    /// The answer to a request with a method and target, and further header lines; as a status and the whole text.
    fn request(&self, target: &str, headers: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(
            stream,
            "{target} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n"
        )
        .unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        (text[9..12].parse().unwrap(), text)
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.request(&format!("GET {path}"), &format!("Host: {}\r\n", self.host))
    }

    fn tab(&self) -> Tab {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        let address = format!("ws://{}/socket", self.host);
        Tab(tungstenite::client(address, stream).unwrap().0)
    }

    /// A number of `/proc/PID/status`.
    #[cfg(target_os = "linux")]
    fn status(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        let number = line.split_whitespace().nth(1).unwrap();
        number.parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Tab(WebSocket<TcpStream>);

impl Tab {
    fn send(&mut self, question: &Value) {
        self.0.send(Message::text(question.to_string())).unwrap();
    }

    /// The next line.
    fn next(&mut self) -> Value {
        serde_json::from_str(self.0.read().unwrap().to_text().unwrap()).unwrap()
    }

    /// The last line of the answer to a question.
    fn ask(&mut self, question: &Value) -> Value {
        self.send(question);
        loop {
            let line = self.next();
            if line["id"] == question["id"] && line["final"] != json!(false) {
                return line;
            }
        }
    }

    /// The code with which the server closes the conversation.
    fn closed(&mut self) -> u16 {
        loop {
            if let Message::Close(frame) = self.0.read().unwrap() {
                return frame.unwrap().code.into();
            }
        }
    }
}

fn small_question(id: &str) -> Value {
    json!({"id": id, "kind": "analyse", "position": {"moves": "h8 i9"}, "limits": {"nodes": 2000}})
}

/// Where no book decides, and no search ends for a long time.
fn endless_question(id: &str) -> Value {
    let position = json!({"moves": "j10 k12 a1 l9", "size": 20});
    json!({"id": id, "kind": "analyse", "position": position, "limits": {"nodes": 1_000_000_000_000_u64}})
}

/// Waits until something holds.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_page_is_served_and_nothing_else() {
    let server = Server::start(&[]);
    let (status, page) = server.get("/");
    assert_eq!(status, 200);
    let head = page.to_lowercase();
    assert!(head.contains("content-type: text/html") && head.contains("<!doctype html>"));
    assert!(head.contains("content-security-policy: default-src 'self'"));
    assert!(head.contains("cache-control: no-store"));
    for path in [
        "/Cargo.toml",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "//etc/passwd",
        "/js/../../Cargo.toml",
        "/tests/browser.mjs",
        "/README.md",
        "/index.html%00",
        "/nothing",
    ] {
        let (status, text) = server.get(path);
        assert_eq!(status, 404, "{path}: {text}");
    }
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let server = Server::start(&["--name", "board.example"]);
    let own = &server.host;
    let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for target in ["GET /", "GET /index.html", "GET /socket", "POST /socket"] {
        for (headers, is_own) in [
            (format!("Host: {own}\r\n"), true),
            (format!("Host: {own}\r\nOrigin: http://{own}\r\n"), true),
            (
                "Host: board.example\r\nOrigin: https://board.example\r\n".into(),
                true,
            ),
            (String::new(), false),
            ("Host: evil.example\r\n".into(), false),
            (format!("Host: {own}\r\nHost: evil.example\r\n"), false),
            (
                format!("Host: {own}\r\nOrigin: http://evil.example\r\n"),
                false,
            ),
            (format!("Host: {own}\r\nOrigin: null\r\n"), false),
            (
                "Host: evil.example\r\nOrigin: http://evil.example\r\n".into(),
                false,
            ),
        ] {
            let (status, _) = server.request(target, &format!("{headers}{upgrade}"));
            let expected = if is_own { status != 403 } else { status == 403 };
            assert!(expected, "{target} {headers}: {status}");
        }
    }
}

#[test]
fn questions_of_a_tab_are_answered() {
    let server = Server::start(&[]);
    let mut tab = server.tab();
    let answer = tab.ask(&small_question("a"));
    assert_eq!(answer["kind"], "analyse");
    assert!(answer["variations"][0]["move"].is_string());
    let played =
        tab.ask(&json!({"id": "b", "kind": "play", "position": {"moves": "h8 i9"}, "level": 30}));
    assert!(played["move"].is_string());
    tab.send(&endless_question("c"));
    assert_eq!(tab.next()["final"], false);
    let stopped = tab.ask(&json!({"id": "d", "kind": "stop", "question": "c"}));
    assert_eq!(stopped["stopped"], true);
    // A game looks the same from another tab.
    let mut other = server.tab();
    assert_eq!(other.ask(&small_question("a"))["kind"], "analyse");
}

#[test]
fn more_tabs_than_may_be_are_told_so() {
    let server = Server::start(&["--tabs", "2"]);
    let mut tabs = [server.tab(), server.tab()];
    assert_eq!(tabs[0].ask(&small_question("a"))["kind"], "analyse");
    assert_eq!(tabs[1].ask(&small_question("a"))["kind"], "analyse");
    assert_eq!(server.tab().closed(), 1013);
    drop(tabs);
    wait_until("a tab has gone, and its seat is free", || {
        let mut tab = server.tab();
        tab.send(&small_question("a"));
        !matches!(tab.0.read(), Ok(Message::Close(_)))
    });
}

#[test]
fn hostile_messages_leave_the_server_up() {
    let server = Server::start(&["--memory", "16"]);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let words = [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"id\"",
        "\"kind\"",
        "\"analyse\"",
        "\"review\"",
        "\"convert\"",
        "\"book\"",
        "\"stop\"",
        "\"forbidden\"",
        "\"position\"",
        "\"moves\"",
        "\"h8 i9\"",
        "\"size\"",
        "\"rule\"",
        "\"text\"",
        "\"base64\"",
        "null",
        "-1",
        "1e999",
        "22",
        "5",
        "\u{0}",
        "\"\\u0000\"",
        "\u{1F6A9}",
    ];
    let kinds = [
        "play",
        "swap2",
        "solve",
        "review",
        "book",
        "forbidden",
        "convert",
        "stop",
        "analyse",
        "x",
    ];
    let mut tab = server.tab();
    let mut count = 0;
    while count < 10_000 {
        let text: String = match rng.random_range(0..3) {
            0 => (0..rng.random_range(0..20)).map(|_| *words.choose(&mut rng).unwrap()).collect(),
            1 => (0..rng.random_range(0..200)).map(|_| rng.random::<char>()).collect(),
            _ => json!({
                "id": format!("q{}", rng.random_range(0..50)),
                "kind": kinds.choose(&mut rng).unwrap(),
                "position": {"moves": "h8 i9 j10 h9", "size": rng.random_range(0..30), "rule": rng.random_range(0..12)},
                "limits": {"nodes": 10},
                "nodes": 10,
                "text": words.choose(&mut rng).unwrap(),
                "base64": "AAAA",
                "moves": "h8 i9",
                "level": rng.random_range(-5..120),
            })
            .to_string(),
        };
        count += 1;
        match tab.0.send(Message::text(text)) {
            Ok(()) => {}
            Err(_) => tab = server.tab(),
        }
        // As a page does, between its questions.
        if count % 100 == 0 {
            let id = format!("sync{count}");
            let asked =
                tab.ask(&json!({"id": id, "kind": "forbidden", "position": {"moves": "h8"}}));
            assert_eq!(asked["kind"], "forbidden");
        }
    }
    assert_eq!(server.tab().ask(&small_question("a"))["kind"], "analyse");
    let mut binary = server.tab();
    binary
        .0
        .send(Message::binary(vec![0, 159, 146, 150]))
        .unwrap();
    assert_eq!(binary.closed(), 1003);
    let mut large = server.tab();
    let _ = large.0.send(Message::text("x".repeat((4 << 20) + 1)));
    let end = std::iter::from_fn(|| Some(large.0.read())).find(|read| match read {
        Ok(message) => message.is_close(),
        Err(_) => true,
    });
    assert!(end.is_some());
    assert_eq!(server.tab().ask(&small_question("a"))["kind"], "analyse");
}

/// Fifty tabs that search without end, some of them asking ever more and never reading: another one is answered, and
/// with the tabs their searches go.
#[test]
#[cfg(target_os = "linux")]
fn fifty_tabs_and_deaf_ones_cost_what_they_may() {
    let server = Server::start(&["--tabs", "51", "--memory", "16"]);
    let idle_threads = server.status("Threads:");
    let mut tabs: Vec<Tab> = (0..50).map(|_| server.tab()).collect();
    for (number, tab) in tabs.iter_mut().enumerate() {
        tab.send(&endless_question("endless"));
        for more in 0..if number % 5 == 0 { 200 } else { 0 } {
            tab.send(&endless_question(&format!("more{more}")));
        }
    }
    let mut reader = server.tab();
    assert_eq!(reader.ask(&small_question("a"))["kind"], "analyse");
    let refused = loop {
        let line = tabs[0].next();
        if line["kind"] == "error" {
            break line["error"].to_string();
        }
    };
    assert!(
        refused.contains("64 questions are not answered yet"),
        "{refused}"
    );
    // Kilobytes: what each search may take, and what a tab and the program are beside it.
    let resident = server.status("VmRSS:");
    assert!(
        resident < 51 * (16 + 16) * 1024 + 100 * 1024,
        "{resident} kB"
    );
    drop(tabs);
    drop(reader);
    wait_until("searches end with their tabs", || {
        server.status("Threads:") <= idle_threads
    });
    assert_eq!(server.tab().ask(&small_question("a"))["kind"], "analyse");
}

/// Processes of a program that was copied to a path of its own.
#[cfg(target_os = "linux")]
fn processes_of(program: &std::path::Path) -> usize {
    let all = procfs::process::all_processes().unwrap();
    all.flatten()
        .filter(|process| process.exe().is_ok_and(|exe| exe == program))
        .count()
}

/// Risk: brains search on for nobody.
#[cfg(target_os = "linux")]
#[test]
fn other_engines_end_with_the_tab_and_with_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().canonicalize().unwrap().join("slow-brain");
    // By another process: children of other threads could keep a file open that this one writes ("text file busy").
    let mut cp = Command::new("cp");
    cp.arg(env!("CARGO_BIN_EXE_tengen")).arg(&program);
    assert!(cp.status().unwrap().success());
    let keys = format!(
        "name=slow cmd={} args='mock --fault hang --at 1'",
        program.display()
    );
    let server = Server::start(&["--engine", &keys]);
    let question =
        json!({"id": "a", "kind": "play", "engine": "slow", "limits": {"time_ms": 600_000}});
    let mut tab = server.tab();
    let names = tab.ask(&json!({"id": "n", "kind": "engines"}));
    assert_eq!(names["names"], json!(["slow"]));
    tab.send(&question);
    wait_until("a brain runs", || processes_of(&program) == 1);
    drop(tab);
    wait_until("it ends with the tab", || processes_of(&program) == 0);
    // More tabs than processes: the others wait.
    let mut tabs: Vec<Tab> = std::iter::repeat_with(|| server.tab()).take(6).collect();
    tabs.iter_mut().for_each(|tab| tab.send(&question));
    wait_until("four brains run", || processes_of(&program) == 4);
    tabs[5].ask(&small_question("b"));
    assert_eq!(processes_of(&program), 4);
    drop(server);
    wait_until("they end with the server", || processes_of(&program) == 0);
}

/// Risk: what one brain leaves behind is killed together with the brains of others.
#[cfg(target_os = "linux")]
#[test]
fn a_brain_that_leaves_a_process_behind_harms_no_other() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let leaver = folder.path().join("leaver");
    let tengen = env!("CARGO_BIN_EXE_tengen");
    let script = format!("#!/bin/sh\nsetsid sleep 1000 &\nexec {tengen} mock\n");
    std::fs::write(&leaver, script).unwrap();
    std::fs::set_permissions(&leaver, std::fs::Permissions::from_mode(0o755)).unwrap();
    let leaver = format!("name=leaver cmd={}", leaver.display());
    let slow = format!("name=slow cmd={tengen} args='mock --think-ms 3000'");
    let server = Server::start(&["--engine", &leaver, "--engine", &slow]);
    let question = |engine| json!({"id": "a", "kind": "play", "engine": engine, "limits": {"time_ms": 60_000}});
    let mut other = server.tab();
    other.send(&question("slow"));
    let answer = server.tab().ask(&question("leaver"));
    assert!(answer["move"].is_string(), "{answer}");
    let answer = other.next();
    assert!(answer["move"].is_string(), "{answer}");
}

#[test]
fn a_port_that_is_taken_is_told() {
    let server = Server::start(&[]);
    let (_, port) = server.host.rsplit_once(':').unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["serve", "--port", port])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("cannot be listened to"), "{errors}");
}

/// A page of another host cannot open a socket from a browser, which tells where it comes from.
#[test]
fn a_foreign_page_gets_no_socket() {
    let server = Server::start(&[]);
    let stream = TcpStream::connect(&server.host).unwrap();
    let mut request = format!("ws://{}/socket", server.host)
        .into_client_request()
        .unwrap();
    request
        .headers_mut()
        .insert("Origin", "http://evil.example".parse().unwrap());
    let refused = tungstenite::client(request, stream);
    let status = match refused.err().unwrap() {
        tungstenite::HandshakeError::Failure(Error::Http(response)) => response.status().as_u16(),
        other => panic!("{other}"),
    };
    assert_eq!(status, 403);
}
