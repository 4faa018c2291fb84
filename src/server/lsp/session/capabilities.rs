//! The features of the client, resolved once, and the capabilities of this server.

use serde_json::{Map, Value};
use tower_lsp::lsp_types::{
    CallHierarchyServerCapability, ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    ColorProviderCapability, DiagnosticOptions, DiagnosticServerCapabilities, DiagnosticTag, ExecuteCommandOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, ImplementationProviderCapability, InitializeParams,
    InitializeResult, InlayHintServerCapabilities, LinkedEditingRangeServerCapabilities, MarkupKind, OneOf,
    RenameOptions, ResourceOperationKind, SelectionRangeProviderCapability, ServerCapabilities, ServerInfo,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    TypeDefinitionProviderCapability, WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

use super::lsp_ext::{Extensions, TextContent};
use crate::lsp::actions::{commands, spellings};
use crate::lsp::diagnostics::protocol::SOURCE;
use crate::lsp::documents::positions::ClientEncoding;
use crate::lsp::host::{files, host};
use crate::lsp::notifications::did_move_files;
use crate::lsp::requests::{
    code_lens, completion, document_link, formatting, inlay_hints, semantic_tokens, signature_help,
};

/// The features of the client that the server depends on, without the protocol's nesting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClientFeatures {
    pub encoding: ClientEncoding,
    /// Hovers may be Markdown.
    pub markdown_hover: bool,
    /// The documentation of completions may be Markdown.
    pub markdown_completion: bool,
    /// The documentation of signatures may be Markdown.
    pub markdown_signatures: bool,
    /// Parameters of signatures may be given as offsets in the label.
    pub label_offsets: bool,
    /// Completions may have details beside their labels.
    pub label_details: bool,
    /// Completions may have placeholders.
    pub snippets: bool,
    /// Completions may be accepted by a character that ends a word.
    pub commit_characters: bool,
    /// Diagnostics may have related locations.
    pub related_information: bool,
    /// Diagnostics may have a link to a page.
    pub code_description: bool,
    /// Diagnostics may be tagged as unnecessary text.
    pub unnecessary_tag: bool,
    /// Diagnostics are pulled; then none are pushed. Only where the client can be told to pull again: others would not
    /// learn what changes without an edit of theirs, and some announce the feature and never pull.
    pub pull_diagnostics: bool,
    /// The client can register watched files.
    pub watched_files: bool,
    /// The client can register notifications of changed settings.
    pub watched_configuration: bool,
    /// The client answers requests for its settings.
    pub configuration: bool,
    /// Progress may be shown without a request's token.
    pub progress: bool,
    /// The client can show documents on request.
    pub show_document: bool,
    /// The client requests the text of virtual documents.
    pub text_content: bool,
    /// The client applies edits on request.
    pub applies_edits: bool,
    /// Edits may name the version that they are for.
    pub versioned_edits: bool,
    /// Actions may be objects; else all of them are commands.
    pub code_actions: bool,
    /// The edits of an action may be resolved when it is chosen.
    pub resolved_edits: bool,
    /// Actions that cannot be chosen may be shown, with the reason.
    pub disabled_actions: bool,
    /// The client can refresh inlay hints on request.
    pub hint_refresh: bool,
    /// The client can refresh code lenses on request.
    pub lens_refresh: bool,
    /// The client has the command that copies a board.
    pub copies_fen: bool,
    /// The client has the command that lists places.
    pub shows_places: bool,
    /// Symbols may have details and be nested.
    pub nested_symbols: bool,
    /// The client requests the range and name before a rename.
    pub prepares_renaming: bool,
    /// An edit may create a file.
    pub created_files: bool,
    /// Folds are whole lines.
    pub folds_lines: bool,
    /// Folds may have a text for their collapsed content.
    pub collapsed_text: bool,
    /// The maximum number of folds.
    pub fold_limit: Option<u32>,
}

/// The kind of the action that fixes a whole file, below `source.fixAll`, which clients request on saving.
pub const FIX_ALL: &str = "source.fixAll.vgn";
/// The kind of actions that move something within a game (LSP 3.18).
pub const REFACTOR_MOVE: &str = "refactor.move";

impl ClientFeatures {
    /// Resolves what was sent with `initialize`; `extensions` are the capabilities that the types lack.
    pub fn resolve(params: &InitializeParams, extensions: &Extensions) -> ClientFeatures {
        let sent = &params.capabilities;
        let general = sent.general.as_ref();
        let text_document = sent.text_document.as_ref();
        let diagnostics = text_document.and_then(|features| features.publish_diagnostics.as_ref());
        let hover = text_document.and_then(|features| features.hover.as_ref());
        let completion = text_document.and_then(|features| features.completion.as_ref());
        let item = completion.and_then(|completion| completion.completion_item.as_ref());
        let signature = text_document
            .and_then(|features| features.signature_help.as_ref())
            .and_then(|help| help.signature_information.as_ref());
        let actions = text_document.and_then(|features| features.code_action.as_ref());
        let workspace = sent.workspace.as_ref();
        let window = sent.window.as_ref();
        let resolved = actions.and_then(|actions| actions.resolve_support.as_ref());
        let folding = text_document.and_then(|features| features.folding_range.as_ref());
        ClientFeatures {
            encoding: match general.and_then(|general| general.position_encodings.as_deref()) {
                Some(offered) => ClientEncoding::agreed(offered),
                None if counts_characters(params) => ClientEncoding::Utf32,
                None => ClientEncoding::default(),
            },
            markdown_hover: hover
                .and_then(|hover| hover.content_format.as_ref())
                .is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            markdown_completion: item
                .and_then(|item| item.documentation_format.as_ref())
                .is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            markdown_signatures: signature
                .and_then(|signature| signature.documentation_format.as_ref())
                .is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            label_offsets: signature
                .and_then(|signature| signature.parameter_information.as_ref())
                .is_some_and(|parameter| parameter.label_offset_support == Some(true)),
            snippets: item.is_some_and(|item| item.snippet_support == Some(true)),
            label_details: item.is_some_and(|item| item.label_details_support == Some(true)),
            commit_characters: item.is_some_and(|item| item.commit_characters_support == Some(true)),
            related_information: diagnostics.and_then(|features| features.related_information).unwrap_or(false),
            code_description: diagnostics.and_then(|features| features.code_description_support).unwrap_or(false),
            unnecessary_tag: diagnostics
                .and_then(|features| features.tag_support.as_ref())
                .is_some_and(|tags| tags.value_set.contains(&DiagnosticTag::UNNECESSARY)),
            pull_diagnostics: text_document.is_some_and(|features| features.diagnostic.is_some())
                && extensions.diagnostic_refresh()
                && !is_client(params, "Neovim"),
            watched_files: workspace
                .and_then(|workspace| workspace.did_change_watched_files.as_ref())
                .is_some_and(|watching| watching.dynamic_registration == Some(true)),
            watched_configuration: workspace
                .and_then(|workspace| workspace.did_change_configuration.as_ref())
                .is_some_and(|watching| watching.dynamic_registration == Some(true)),
            configuration: workspace.is_some_and(|workspace| workspace.configuration == Some(true)),
            progress: window.is_some_and(|window| window.work_done_progress == Some(true)),
            show_document: window
                .and_then(|window| window.show_document.as_ref())
                .is_some_and(|showing| showing.support),
            text_content: extensions.text_content() != TextContent::No,
            applies_edits: workspace.is_some_and(|workspace| workspace.apply_edit == Some(true)),
            versioned_edits: workspace
                .and_then(|workspace| workspace.workspace_edit.as_ref())
                .is_some_and(|edits| edits.document_changes == Some(true)),
            code_actions: actions.is_some_and(|actions| actions.code_action_literal_support.is_some()),
            disabled_actions: actions.is_some_and(|actions| actions.disabled_support == Some(true)),
            hint_refresh: workspace
                .and_then(|workspace| workspace.inlay_hint.as_ref())
                .is_some_and(|hints| hints.refresh_support == Some(true)),
            lens_refresh: workspace
                .and_then(|workspace| workspace.code_lens.as_ref())
                .is_some_and(|lens| lens.refresh_support == Some(true)),
            copies_fen: has_command(sent, code_lens::COPY_FEN),
            shows_places: has_command(sent, code_lens::SHOW_PLACES),
            nested_symbols: text_document
                .and_then(|features| features.document_symbol.as_ref())
                .is_some_and(|symbols| symbols.hierarchical_document_symbol_support == Some(true)),
            prepares_renaming: text_document
                .and_then(|features| features.rename.as_ref())
                .is_some_and(|rename| rename.prepare_support == Some(true)),
            created_files: workspace
                .and_then(|workspace| workspace.workspace_edit.as_ref())
                .filter(|edits| edits.document_changes == Some(true))
                .and_then(|edits| edits.resource_operations.as_ref())
                .is_some_and(|kinds| kinds.contains(&ResourceOperationKind::Create)),
            resolved_edits: actions.is_some_and(|actions| actions.data_support == Some(true))
                && resolved.is_some_and(|resolved| resolved.properties.iter().any(|property| property == "edit")),
            folds_lines: folding.is_some_and(|folding| folding.line_folding_only == Some(true)),
            collapsed_text: folding
                .and_then(|folding| folding.folding_range.as_ref())
                .is_some_and(|range| range.collapsed_text == Some(true)),
            fold_limit: folding.and_then(|folding| folding.range_limit),
        }
    }
}

/// Whether the client has a command of its own.
fn has_command(sent: &ClientCapabilities, name: &str) -> bool {
    let commands = sent.experimental.as_ref().and_then(|said| said.pointer("/commands/commands")?.as_array());
    commands.is_some_and(|commands| commands.iter().any(|command| command == name))
}

/// Whether the client names itself so.
fn is_client(params: &InitializeParams, name: &str) -> bool {
    params.client_info.as_ref().is_some_and(|client| client.name == name)
}

/// Whether a client that announces no encoding counts characters, although UTF-16 is what that means: lsp-mode before
/// version 9 does. Other clients within Emacs have another name (eglot) or their own version (lsp-bridge).
fn counts_characters(params: &InitializeParams) -> bool {
    let version = params.client_info.as_ref().and_then(|client| client.version.as_deref());
    is_client(params, "emacs") && version.is_some_and(|version| version.starts_with("GNU Emacs"))
}

/// The answer to `initialize`.
pub fn initialize_result(client: &ClientFeatures) -> InitializeResult {
    InitializeResult {
        capabilities: ServerCapabilities {
            position_encoding: Some(client.encoding.kind()),
            // `vgn/engineStart` is served.
            experimental: experimental(),
            text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                will_save: Some(true),
                save: Some(TextDocumentSyncSaveOptions::Supported(true)),
                ..TextDocumentSyncOptions::default()
            })),
            document_symbol_provider: Some(OneOf::Left(true)),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            completion_provider: Some(completion::options()),
            signature_help_provider: Some(signature_help::options()),
            folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
            document_highlight_provider: Some(OneOf::Left(true)),
            linked_editing_range_provider: Some(LinkedEditingRangeServerCapabilities::Simple(true)),
            inlay_hint_provider: Some(OneOf::Right(InlayHintServerCapabilities::Options(inlay_hints::options()))),
            document_link_provider: Some(document_link::options()),
            color_provider: Some(ColorProviderCapability::Simple(true)),
            workspace_symbol_provider: Some(OneOf::Left(true)),
            definition_provider: Some(OneOf::Left(true)),
            type_definition_provider: Some(TypeDefinitionProviderCapability::Simple(true)),
            implementation_provider: Some(ImplementationProviderCapability::Simple(true)),
            references_provider: Some(OneOf::Left(true)),
            call_hierarchy_provider: Some(CallHierarchyServerCapability::Simple(true)),
            code_lens_provider: Some(code_lens::options()),
            rename_provider: Some(match client.prepares_renaming {
                true => OneOf::Right(RenameOptions {
                    prepare_provider: Some(true),
                    work_done_progress_options: WorkDoneProgressOptions::default(),
                }),
                false => OneOf::Left(true),
            }),
            semantic_tokens_provider: Some(semantic_tokens::options().into()),
            document_formatting_provider: Some(OneOf::Left(true)),
            document_range_formatting_provider: Some(OneOf::Left(true)),
            document_on_type_formatting_provider: Some(formatting::on_type_options()),
            selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
            code_action_provider: Some(match client.code_actions {
                true => CodeActionProviderCapability::Options(CodeActionOptions {
                    code_action_kinds: Some(vec![
                        CodeActionKind::QUICKFIX,
                        CodeActionKind::REFACTOR,
                        CodeActionKind::REFACTOR_REWRITE,
                        CodeActionKind::REFACTOR_EXTRACT,
                        CodeActionKind::from(REFACTOR_MOVE),
                        CodeActionKind::from(spellings::KIND),
                        CodeActionKind::from(FIX_ALL),
                    ]),
                    resolve_provider: Some(client.resolved_edits),
                    ..CodeActionOptions::default()
                }),
                // Such a client supports neither kinds nor resolving.
                false => CodeActionProviderCapability::Simple(true),
            }),
            execute_command_provider: Some(ExecuteCommandOptions {
                commands: commands::names().map(str::to_owned).collect(),
                ..ExecuteCommandOptions::default()
            }),
            diagnostic_provider: client.pull_diagnostics.then(|| {
                DiagnosticServerCapabilities::Options(DiagnosticOptions {
                    identifier: Some(SOURCE.to_owned()),
                    inter_file_dependencies: false,
                    // Without a file system there are only open documents.
                    workspace_diagnostics: files().is_some(),
                    ..DiagnosticOptions::default()
                })
            }),
            workspace: Some(WorkspaceServerCapabilities {
                workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                    supported: Some(true),
                    change_notifications: Some(OneOf::Left(true)),
                }),
                file_operations: Some(did_move_files::options()),
            }),
            ..ServerCapabilities::default()
        },
        server_info: Some(ServerInfo { name: SOURCE.to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) }),
    }
}

/// What the host has beyond the protocol; `None` if nothing.
fn experimental() -> Option<Value> {
    let mut offered = Map::new();
    if host().has_engines() {
        offered.insert("engine".to_owned(), Value::Bool(true));
    }
    if files().is_some_and(|files| !files.is_disk()) {
        offered.insert("lentFiles".to_owned(), Value::Bool(true));
    }
    (!offered.is_empty()).then_some(Value::Object(offered))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_client_that_says_nothing_gets_the_least() {
        assert_eq!(resolved(json!({"capabilities": {}})), ClientFeatures::default());
    }

    fn resolved(params: Value) -> ClientFeatures {
        let extensions = Extensions::default();
        extensions.read_initialize(Some(&params));
        ClientFeatures::resolve(&serde_json::from_value(params).expect("of the protocol"), &extensions)
    }

    #[test]
    fn lsp_mode_counts_characters_unasked() {
        let encoding = |name: &str, version: &str, offered: Value| {
            let capabilities = json!({"general": {"positionEncodings": offered}});
            let client = json!({"name": name, "version": version});
            resolved(json!({"clientInfo": client, "capabilities": capabilities})).encoding
        };
        let emacs = "GNU Emacs 28.2 (build 1, x86_64-pc-linux-gnu)";
        assert_eq!(encoding("emacs", emacs, Value::Null), ClientEncoding::Utf32);
        assert_eq!(encoding("emacs", emacs, json!(["utf-32", "utf-16"])), ClientEncoding::Utf32);
        assert_eq!(encoding("emacs", emacs, json!(["utf-16"])), ClientEncoding::Utf16);
        assert_eq!(encoding("emacs", "lsp-bridge", Value::Null), ClientEncoding::Utf16);
        assert_eq!(encoding("Eglot", "1.12", Value::Null), ClientEncoding::Utf16);
    }

    #[test]
    fn diagnostics_are_pulled_where_the_client_can_be_told_to() {
        let pulls = |diagnostic: Value, workspace: Value| {
            let capabilities = json!({"textDocument": {"diagnostic": diagnostic}, "workspace": workspace});
            resolved(json!({"capabilities": capabilities})).pull_diagnostics
        };
        assert!(!pulls(json!({}), json!({})));
        assert!(pulls(json!({}), json!({"diagnostics": {"refreshSupport": true}})));
        assert!(pulls(json!({}), json!({"diagnostic": {"refreshSupport": true}})));
        assert!(!pulls(json!({}), json!({"diagnostics": {"refreshSupport": false}})));
        assert!(!pulls(Value::Null, json!({"diagnostics": {"refreshSupport": true}})));
    }

    #[test]
    fn what_the_client_says_is_found() {
        let sent = json!({
            "general": {"positionEncodings": ["utf-8", "utf-16"]},
            "textDocument": {
                "hover": {"contentFormat": ["markdown", "plaintext"]},
                "completion": {"completionItem": {
                    "documentationFormat": ["markdown"], "labelDetailsSupport": true, "commitCharactersSupport": true,
                    "snippetSupport": true
                }},
                "signatureHelp": {"signatureInformation": {
                    "documentationFormat": ["markdown"], "parameterInformation": {"labelOffsetSupport": true}
                }},
                "publishDiagnostics": {
                    "relatedInformation": true, "codeDescriptionSupport": true, "tagSupport": {"valueSet": [1, 2]}
                },
                "diagnostic": {},
                "foldingRange": {"lineFoldingOnly": true, "rangeLimit": 5000, "foldingRange": {"collapsedText": true}},
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
                "rename": {"prepareSupport": true},
                "codeAction": {
                    "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}},
                    "dataSupport": true,
                    "disabledSupport": true,
                    "resolveSupport": {"properties": ["edit"]}
                }
            },
            "workspace": {
                "applyEdit": true,
                "inlayHint": {"refreshSupport": true},
                "codeLens": {"refreshSupport": true},
                "configuration": true,
                "didChangeWatchedFiles": {"dynamicRegistration": true},
                "didChangeConfiguration": {"dynamicRegistration": true},
                "workspaceEdit": {"documentChanges": true, "resourceOperations": ["create"]},
                "diagnostics": {"refreshSupport": true}
            },
            "window": {"workDoneProgress": true, "showDocument": {"support": true}},
            "experimental": {"commands": {"commands": ["vgn.copyFen", "vgn.showPlaces"]}}
        });
        let all = ClientFeatures {
            encoding: ClientEncoding::Utf8,
            markdown_hover: true,
            markdown_completion: true,
            label_details: true,
            markdown_signatures: true,
            label_offsets: true,
            snippets: true,
            commit_characters: true,
            related_information: true,
            code_description: true,
            unnecessary_tag: true,
            pull_diagnostics: true,
            watched_files: true,
            watched_configuration: true,
            configuration: true,
            progress: true,
            show_document: true,
            text_content: false,
            applies_edits: true,
            versioned_edits: true,
            code_actions: true,
            resolved_edits: true,
            disabled_actions: true,
            hint_refresh: true,
            lens_refresh: true,
            copies_fen: true,
            shows_places: true,
            nested_symbols: true,
            prepares_renaming: true,
            created_files: true,
            folds_lines: true,
            collapsed_text: true,
            fold_limit: Some(5000),
        };
        assert_eq!(resolved(json!({"capabilities": sent})), all);
    }
}
