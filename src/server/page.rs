//! The files of the page, which lie in the program.

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{StatusCode, Uri};
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
pub(super) async fn file(uri: Uri) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some(file) = Files::get(path) else {
        return (StatusCode::NOT_FOUND, "no such file\n").into_response();
    };
    let described = [
        (CONTENT_TYPE, content_type(path)),
        (CACHE_CONTROL, "no-store"), // a copy in the browser's cache takes longer to make than it saves
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    (described, file.data).into_response()
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
