//! `vgn.toml` while it is open in the editor: its faults are diagnostics in it. The configuration in effect is still
//! that of the file on disk.

use std::ops::Range;
use std::sync::Arc;

use ropey::Rope;
use tower_lsp::lsp_types::notification::PublishDiagnostics;
use tower_lsp::lsp_types::{Diagnostic, DiagnosticSeverity, PublishDiagnosticsParams};
use vgn_config::{FILE_NAME, LARGEST_CONFIGURATION, Notice, parse};

use super::cancel::{WorkScope, compute};
use super::capabilities::ClientFeatures;
use super::state::Backend;
use crate::lsp::diagnostics::protocol::SOURCE;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::change::TextChange;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::transport::outgoing::OutgoingMessage;

/// Whether a document is a configuration file, by its name.
pub fn is_config_file(uri: &Address) -> bool {
    uri.name() == FILE_NAME
}

impl Backend {
    pub(in crate::lsp) async fn open_config_file(&self, uri: Address, language: &str, version: i32, text: Rope) {
        if let Some(path) = uri.path() {
            self.configuration.set_open(path, true);
        }
        let snapshot = Snapshot::new(uri.clone(), language, version, text, Arc::default());
        self.config_files.open(snapshot);
        self.publish_config_file(&uri).await;
    }

    pub(in crate::lsp) async fn change_config_file(&self, uri: &Address, version: i32, changes: Vec<TextChange>) {
        self.config_files.change(uri, version, changes, self.features().encoding);
        self.publish_config_file(uri).await;
    }

    pub(in crate::lsp) fn close_config_file(&self, uri: &Address) {
        if let Some(path) = uri.path() {
            self.configuration.set_open(path, false);
        }
        self.config_files.close(uri, |opened| self.send_empty_list(opened));
    }

    /// The diagnostics of an open configuration file; `None` if it is not open.
    pub(in crate::lsp) async fn diagnostics_of_config_file(&self, uri: &Address) -> Option<Vec<Diagnostic>> {
        let snapshot = self.config_files.snapshot(uri)?;
        let features = self.features();
        Some(compute(WorkScope::Place, move |_| diagnostics(&snapshot, &features)).await)
    }

    async fn publish_config_file(&self, uri: &Address) {
        let Some(snapshot) = self.config_files.snapshot(uri).filter(|_| !self.features().pull_diagnostics) else {
            return;
        };
        let (features, of) = (self.features(), snapshot.clone());
        let diagnostics = compute(WorkScope::Place, move |_| diagnostics(&of, &features)).await;
        let uri = snapshot.uri.spelling().clone();
        let params = PublishDiagnosticsParams { uri, diagnostics, version: Some(snapshot.version) };
        let message = OutgoingMessage::notification::<PublishDiagnostics>(params);
        self.config_files.publish_if_current(&snapshot, true, || {
            message.into_iter().for_each(|message| self.outgoing.send(message))
        });
    }
}

/// The faults of a configuration file's text, or that it is too large.
fn diagnostics(snapshot: &Snapshot, client: &ClientFeatures) -> Vec<Diagnostic> {
    let diagnostic = |range: Range<usize>, severity, message| Diagnostic {
        range: positions::range(&snapshot.text, range, client.encoding),
        severity: Some(severity),
        source: Some(SOURCE.to_owned()),
        message,
        ..Diagnostic::default()
    };
    if snapshot.text.len_bytes() as u64 > LARGEST_CONFIGURATION {
        let message = format!("the file is not read: it has more than {} KiB", LARGEST_CONFIGURATION >> 10);
        return vec![diagnostic(0..0, DiagnosticSeverity::ERROR, message)];
    }
    let (_, notices) = parse(&snapshot.text.to_string());
    let one = |notice: Notice| match notice.broken {
        true => diagnostic(notice.range, DiagnosticSeverity::ERROR, format!("this is not TOML: {}", notice.message)),
        false => diagnostic(notice.range, DiagnosticSeverity::WARNING, notice.message),
    };
    let mut diagnostics: Vec<_> = notices.first.into_iter().map(one).collect();
    if notices.left_out > 0 {
        let message = format!("{} more faults of this file are not shown", notices.left_out);
        diagnostics.push(diagnostic(0..0, DiagnosticSeverity::INFORMATION, message));
    }
    diagnostics
}
