//! The files of the page, which lie in the program.

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::Embed;

#[derive(Embed)]
#[folder = "web/"]
#[exclude = "tests/*"]
#[exclude = "*.md"]
#[exclude = "tsconfig.json"]
struct Files;

/// Only the page's own scripts, pictures and socket.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; \
                      frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Answers with a file of the page.
pub(super) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some(file) = Files::get(path) else {
        return (StatusCode::NOT_FOUND, "no such file\n").into_response();
    };
    let tag = tag(&file.metadata.sha256_hash());
    let is_known = headers
        .get(IF_NONE_MATCH)
        .is_some_and(|known| known == tag.as_str());
    let described = [
        (CONTENT_TYPE, content_type(path)),
        (ETAG, &tag),
        (CACHE_CONTROL, "no-cache"),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    match is_known {
        true => (StatusCode::NOT_MODIFIED, described).into_response(),
        false => (described, file.data).into_response(),
    }
}

fn tag(hash: &[u8; 32]) -> String {
    let hex: String = hash
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("\"{hex}\"")
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_has_a_type() {
        assert!(Files::get("index.html").is_some());
        for path in Files::iter() {
            assert_ne!(content_type(&path), "application/octet-stream", "{path}");
        }
    }
}
