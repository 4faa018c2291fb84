//! Dynamic registration of notifications from the client.

use serde_json::json;
use tower_lsp::Client;
use tower_lsp::lsp_types::notification::{DidChangeConfiguration, DidChangeWatchedFiles, Notification};
use tower_lsp::lsp_types::{DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern, Registration};
use vgn_config::FILE_NAME;

use super::capabilities::ClientFeatures;
use super::configuration::SECTION;
use super::lsp_ext::{self, TextContent};

/// Registers for changes of settings and files, as far as the client supports it.
pub async fn register(client: &Client, features: &ClientFeatures, content: TextContent) {
    let mut wanted = Vec::new();
    if features.watched_files {
        // Game files: closed ones for clients that pull their diagnostics, open ones for their bytes.
        let globs = [
            format!("**/{FILE_NAME}"),
            "**/*.[pP][gG][nN]".to_owned(),
            "**/*.[vV][gG][nN]".to_owned(),
            "**/*.[pPvV][gG][nN].{gz,zst,bz2,xz}".to_owned(),
            "**/*.zip".to_owned(),
        ];
        let watchers =
            globs.into_iter().map(|glob| FileSystemWatcher { glob_pattern: GlobPattern::String(glob), kind: None });
        let options = DidChangeWatchedFilesRegistrationOptions { watchers: watchers.collect() };
        wanted.push(registration(DidChangeWatchedFiles::METHOD, serde_json::to_value(options).ok()));
    }
    if features.watched_configuration {
        wanted.push(registration(DidChangeConfiguration::METHOD, Some(json!({"section": SECTION}))));
    }
    if content == TextContent::Dynamic {
        wanted.push(registration(lsp_ext::TEXT_CONTENT, Some(lsp_ext::options())));
    }
    if !wanted.is_empty()
        && let Err(error) = client.register_capability(wanted).await
    {
        tracing::warn!(%error, "the client does not watch");
    }
}

fn registration(method: &str, register_options: Option<serde_json::Value>) -> Registration {
    Registration { id: format!("vgn-lsp/{method}"), method: method.to_owned(), register_options }
}
