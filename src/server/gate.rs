//! Who may speak to the server: a page of its own, by an address of its own.
//!
//! Any page that is open in a browser can send requests to this machine. Browsers tell by `Origin` where a page comes
//! from. A foreign page whose name was made to lead here (DNS rebinding) still has its own name in `Host`.

use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// The names by which the server may be asked for, beside `localhost` and IP addresses.
#[derive(Clone)]
pub(super) struct Gate(pub(super) Arc<[String]>);

impl Gate {
    /// Refuses requests that were sent to another host, or by another host's page.
    pub(super) async fn keep(State(gate): State<Gate>, request: Request, next: Next) -> Response {
        match gate.admits(request.headers()) {
            true => next.run(request).await,
            false => (StatusCode::FORBIDDEN, "not for this host or origin\n").into_response(),
        }
    }

    fn admits(&self, headers: &HeaderMap) -> bool {
        let Some(host) = only(headers, HOST).flatten() else {
            return false;
        };
        let is_own_page = match only(headers, ORIGIN) {
            None => false,
            Some(None) => true,
            Some(Some(origin)) => origin
                .split_once("://")
                .is_some_and(|(_, from)| from == host),
        };
        is_own_page && self.knows(host)
    }

    /// Whether a host, with or without its port, is this one. An IP address is: no foreign page has it for a name.
    fn knows(&self, host: &str) -> bool {
        let Ok(uri) = host.parse::<Uri>() else {
            return false;
        };
        let Some(name) = uri.host() else {
            return false;
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let is_name = |own: &String| own.eq_ignore_ascii_case(name);
        name.eq_ignore_ascii_case("localhost")
            || bare.parse::<IpAddr>().is_ok()
            || self.0.iter().any(is_name)
    }
}

/// A header's value: `None` if it is there twice or is no text, `Some(None)` if it is missing.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<Option<&str>> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Some(None),
        (Some(value), None) => value.to_str().ok().map(Some),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admits(headers: &[(HeaderName, &str)]) -> bool {
        let gate = Gate(Arc::from(["board.example".to_string()]));
        let headers = headers.iter();
        gate.admits(&HeaderMap::from_iter(
            headers.map(|(name, value)| (name.clone(), value.parse().unwrap())),
        ))
    }

    #[test]
    fn own_addresses_and_pages_are_admitted() {
        for host in [
            "localhost:8015",
            "127.0.0.1:8015",
            "[::1]:80",
            "10.0.0.2",
            "Board.example",
        ] {
            assert!(admits(&[(HOST, host)]), "{host}");
            assert!(admits(&[(HOST, host), (ORIGIN, &format!("http://{host}"))]));
        }
    }

    #[test]
    fn foreign_addresses_and_pages_are_refused() {
        assert!(!admits(&[]));
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "",
            "a b",
            "u@h",
        ] {
            assert!(!admits(&[(HOST, host)]), "{host}");
        }
        for origin in [
            "http://evil.example",
            "null",
            "http://localhost",
            "http://localhost:80150",
        ] {
            assert!(
                !admits(&[(HOST, "localhost:8015"), (ORIGIN, origin)]),
                "{origin}"
            );
        }
    }
}
