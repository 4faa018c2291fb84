//! What the client can do, resolved once, and what this server does.

use tower_lsp::lsp_types::{
    ClientCapabilities, DiagnosticTag, HoverProviderCapability, InitializeResult, MarkupKind, ServerCapabilities,
    ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
};

use super::positions::Encoding;

/// What the rest of the server asks about the client, without the protocol's nesting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClientFeatures {
    pub encoding: Encoding,
    /// Hovers may be Markdown.
    pub markdown_hover: bool,
    /// Diagnostics may have other places beside their own.
    pub related_information: bool,
    /// Diagnostics may have a link to a page.
    pub code_description: bool,
    /// Diagnostics may be tagged as unnecessary text.
    pub unnecessary_tag: bool,
}

impl ClientFeatures {
    /// Resolves what the client sent with `initialize`.
    pub fn resolve(sent: &ClientCapabilities) -> ClientFeatures {
        let general = sent.general.as_ref();
        let text_document = sent.text_document.as_ref();
        let diagnostics = text_document.and_then(|features| features.publish_diagnostics.as_ref());
        let hover = text_document.and_then(|features| features.hover.as_ref());
        ClientFeatures {
            encoding: Encoding::agreed(
                general.and_then(|general| general.position_encodings.as_deref()).unwrap_or_default(),
            ),
            markdown_hover: hover
                .and_then(|hover| hover.content_format.as_ref())
                .is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            related_information: diagnostics.and_then(|features| features.related_information).unwrap_or(false),
            code_description: diagnostics.and_then(|features| features.code_description_support).unwrap_or(false),
            unnecessary_tag: diagnostics
                .and_then(|features| features.tag_support.as_ref())
                .is_some_and(|tags| tags.value_set.contains(&DiagnosticTag::UNNECESSARY)),
        }
    }
}

/// The answer to `initialize`.
pub fn initialize_result(client: &ClientFeatures) -> InitializeResult {
    InitializeResult {
        capabilities: ServerCapabilities {
            position_encoding: Some(client.encoding.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                ..TextDocumentSyncOptions::default()
            })),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            ..ServerCapabilities::default()
        },
        server_info: Some(ServerInfo {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_client_that_says_nothing_gets_the_least() {
        assert_eq!(ClientFeatures::resolve(&ClientCapabilities::default()), ClientFeatures::default());
    }

    #[test]
    fn what_the_client_says_is_found() {
        let sent = json!({
            "general": {"positionEncodings": ["utf-8", "utf-16"]},
            "textDocument": {
                "hover": {"contentFormat": ["markdown", "plaintext"]},
                "publishDiagnostics": {
                    "relatedInformation": true, "codeDescriptionSupport": true, "tagSupport": {"valueSet": [1, 2]}
                }
            }
        });
        let sent = serde_json::from_value(sent).expect("capabilities of the protocol");
        let all = ClientFeatures {
            encoding: Encoding::Utf8,
            markdown_hover: true,
            related_information: true,
            code_description: true,
            unnecessary_tag: true,
        };
        assert_eq!(ClientFeatures::resolve(&sent), all);
    }
}
