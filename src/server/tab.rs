//! A tab of a browser: its questions, and the answers to them.

use crate::analysis::{Analyst, AnalystSettings};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, mpsc};
use tokio::task::block_in_place;
use tokio::time::timeout;

/// The largest question, in bytes: a file of games may be in it.
pub(super) const MESSAGE_BYTES: usize = 4 << 20;
/// Lines that may wait until a client reads them.
const WAITING_LINES: usize = 1024;
/// How long a client may take to read a line.
const READ_TIMEOUT: Duration = Duration::from_secs(20);

/// Answers a tab's questions until it goes, or does not read any more. Its searches end with it.
pub(super) async fn answer(mut socket: WebSocket, settings: AnalystSettings) {
    let (sender, mut lines) = mpsc::channel(WAITING_LINES);
    let too_slow = Arc::new(Notify::new());
    let Ok(analyst) = start(settings, sender, Arc::clone(&too_slow)) else {
        return close(
            socket,
            close_code::AGAIN,
            "no thread for a search can be started",
        )
        .await;
    };
    loop {
        tokio::select! {
            biased;
            () = too_slow.notified() => break,
            Some(line) = lines.recv() => {
                let sent = timeout(READ_TIMEOUT, socket.send(Message::Text(line)));
                if !matches!(sent.await, Ok(Ok(()))) {
                    break;
                }
            }
            message = socket.recv() => match message {
                // What takes no search is answered on this thread.
                Some(Ok(Message::Text(question))) => block_in_place(|| analyst.ask(&question)),
                Some(Ok(Message::Binary(_))) => {
                    return close(socket, close_code::UNSUPPORTED, "questions are text").await;
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
            },
        }
    }
}

/// Starts what answers; its lines go to `sender`. A client that lets it fill up is told off by `too_slow`.
fn start(
    settings: AnalystSettings,
    sender: mpsc::Sender<Utf8Bytes>,
    too_slow: Arc<Notify>,
) -> io::Result<Analyst> {
    Analyst::start(settings, move |line| {
        if sender.try_send(line.to_json().into()).is_err() {
            too_slow.notify_one();
        }
    })
}

/// Ends a conversation with the reason, if the client still listens.
pub(super) async fn close(mut socket: WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    let _ = timeout(READ_TIMEOUT, socket.send(Message::Close(Some(frame)))).await;
}
