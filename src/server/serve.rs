//! The server: the page's files, and a socket for each tab.

use super::gate::Gate;
use super::page;
use super::tab::{self, MESSAGE_BYTES};
use crate::analysis::{AnalystSettings, OtherEngines};
use axum::Router;
use axum::extract::State;
use axum::extract::ws::{WebSocketUpgrade, close_code};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::any;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

/// Threads that read and write; searches have their own.
const THREADS: usize = 2;
/// Questions of a tab that may wait.
const OPEN_QUESTIONS: usize = 64;

/// What a server offers, and to whom.
#[derive(Clone)]
pub struct ServerSettings {
    /// Where it listens; port 0 stands for any free one.
    pub address: SocketAddr,
    /// Names of this machine by which it may be asked for, beside `localhost` and IP addresses.
    pub names: Vec<String>,
    /// The number of tabs that may be connected at once.
    pub tabs: usize,
    /// The memory limit of each tab's search, in bytes; 0 stands for 350 MiB.
    pub max_memory: u64,
    /// Other engines, which each tab may ask for moves.
    pub engines: Option<Arc<dyn OtherEngines>>,
}

/// Why a server does not run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Its threads cannot be started.
    #[error("threads cannot be started")]
    Threads(#[source] io::Error),
    /// It cannot listen there.
    #[error("{address} cannot be listened to")]
    Address {
        /// Where.
        address: SocketAddr,
        /// Why.
        #[source]
        why: io::Error,
    },
    /// It ended.
    #[error("the server ended")]
    Ended(#[source] io::Error),
}

/// A server that listens.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    settings: ServerSettings,
}

impl Server {
    /// Begins to listen.
    ///
    /// # Errors
    /// [`ServeError`] if the address is taken or none of this machine's, or threads cannot be started.
    pub fn bind(settings: ServerSettings) -> Result<Server, ServeError> {
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.worker_threads(THREADS).enable_all().build();
        let runtime = runtime.map_err(ServeError::Threads)?;
        let address = settings.address;
        let listener = runtime.block_on(TcpListener::bind(address));
        Ok(Server {
            listener: listener.map_err(|why| ServeError::Address { address, why })?,
            runtime,
            settings,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.listener.local_addr().unwrap_or(self.settings.address)
    }

    /// Serves until the program ends.
    ///
    /// # Errors
    /// [`ServeError::Ended`].
    pub fn run(self) -> Result<(), ServeError> {
        let Server {
            runtime,
            listener,
            settings,
        } = self;
        let tabs = Tabs {
            free: Arc::new(Semaphore::new(settings.tabs)),
            analyst: AnalystSettings {
                concurrency: 1,
                max_memory: settings.max_memory,
                max_open: OPEN_QUESTIONS,
                engines: settings.engines,
            },
        };
        let gate = Gate(settings.names.into());
        let router = Router::new()
            .route("/socket", any(socket).with_state(tabs))
            .fallback(page::file)
            .layer(from_fn_with_state(gate, Gate::keep));
        let served = runtime.block_on(async { axum::serve(listener, router).await });
        served.map_err(ServeError::Ended)
    }
}

/// The tabs that may still come, and what each gets.
#[derive(Clone)]
struct Tabs {
    free: Arc<Semaphore>,
    analyst: AnalystSettings,
}

/// Opens the socket of a tab.
async fn socket(State(tabs): State<Tabs>, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES);
    upgrade.on_upgrade(async move |socket| match tabs.free.try_acquire_owned() {
        Ok(_seat) => tab::answer(socket, tabs.analyst).await,
        Err(_) => {
            tab::close(
                socket,
                close_code::AGAIN,
                "as many tabs as may are connected",
            )
            .await
        }
    })
}
