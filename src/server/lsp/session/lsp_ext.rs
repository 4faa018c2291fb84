//! The protocol beyond 3.17: `workspace/textDocumentContent` and `textDocument/inlineCompletion` (3.18), which
//! tower-lsp's types lack.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Response;
use tower_lsp::lsp_types::request::Request;

use crate::lsp::documents::address::Address;

/// How the client requests the text of virtual documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextContent {
    #[default]
    No,
    /// Schemes are part of the answer to `initialize`.
    Static,
    /// Schemes are registered dynamically.
    Dynamic,
}

/// Client capabilities in `initialize` that the types lack.
#[derive(Debug, Default)]
pub struct Extensions(OnceLock<AnnouncedFeatures>);

#[derive(Clone, Copy, Debug, Default)]
struct AnnouncedFeatures {
    text_content: TextContent,
    /// The client shows half-moves inline after the cursor.
    inline_completion: bool,
    /// The client pulls diagnostics again on request.
    diagnostic_refresh: bool,
}

impl Extensions {
    /// Reads the parameters of `initialize`.
    pub fn read_initialize(&self, params: Option<&Value>) {
        let said =
            |pointer: &str| params.and_then(|params: &Value| params.pointer(pointer)).filter(|said| !said.is_null());
        self.0.get_or_init(|| AnnouncedFeatures {
            text_content: match said("/capabilities/workspace/textDocumentContent") {
                None => TextContent::No,
                Some(content) if content["dynamicRegistration"] == true => TextContent::Dynamic,
                Some(_) => TextContent::Static,
            },
            inline_completion: said("/capabilities/textDocument/inlineCompletion").is_some(),
            // The second is the name in tower-lsp's types, which some clients use.
            diagnostic_refresh: ["diagnostics", "diagnostic"].iter().any(|name| {
                said(&format!("/capabilities/workspace/{name}/refreshSupport")).is_some_and(|said| *said == true)
            }),
        });
    }

    /// How the client requests text.
    pub fn text_content(&self) -> TextContent {
        self.announced().text_content
    }

    /// Whether the client pulls diagnostics again on request.
    pub fn diagnostic_refresh(&self) -> bool {
        self.announced().diagnostic_refresh
    }

    fn announced(&self) -> AnnouncedFeatures {
        self.0.get().copied().unwrap_or_default()
    }

    /// Adds to the answer to `initialize` the capabilities that its type lacks.
    pub fn complete(&self, reply: Response) -> Response {
        let announced = self.announced();
        if (announced.text_content != TextContent::Static && !announced.inline_completion) || reply.is_error() {
            return reply;
        }
        let (id, result) = reply.into_parts();
        let result = result.map(|mut result| {
            if announced.inline_completion
                && let Some(capabilities) = result.pointer_mut("/capabilities").and_then(Value::as_object_mut)
            {
                capabilities.insert("inlineCompletionProvider".to_owned(), json!(true));
            }
            if announced.text_content == TextContent::Static
                && let Some(workspace) = result.pointer_mut("/capabilities/workspace").and_then(Value::as_object_mut)
            {
                workspace.insert("textDocumentContent".to_owned(), options());
            }
            result
        });
        Response::from_parts(id, result)
    }
}

/// The options with the schemes of virtual documents.
pub fn options() -> Value {
    use crate::lsp::actions::explain;
    use crate::lsp::custom::{curve, decoded, find};
    json!({"schemes": [decoded::SCHEME, explain::SCHEME, curve::SCHEME, find::SCHEME]})
}

/// `workspace/textDocumentContent`.
pub const TEXT_CONTENT: &str = "workspace/textDocumentContent";

/// The document whose text is requested.
#[derive(Debug, Serialize, Deserialize)]
pub struct TextContentParams {
    pub uri: Address,
}

/// The text of a document.
#[derive(Debug, Serialize, Deserialize)]
pub struct TextContentResult {
    pub text: String,
}

/// `workspace/textDocumentContent/refresh`: a text has changed.
#[derive(Debug)]
pub enum TextContentRefresh {}

impl Request for TextContentRefresh {
    type Params = TextContentParams;
    type Result = ();
    const METHOD: &'static str = "workspace/textDocumentContent/refresh";
}

#[cfg(test)]
mod tests {
    use tower_lsp::jsonrpc::Id;

    use super::*;

    fn announced(content: Value) -> Extensions {
        let extensions = Extensions::default();
        extensions.read_initialize(Some(&json!({"capabilities": {"workspace": {"textDocumentContent": content}}})));
        extensions
    }

    #[test]
    fn a_client_announces_how_it_requests_text() {
        let no = Extensions::default();
        no.read_initialize(Some(&json!({"capabilities": {}})));
        assert_eq!(no.text_content(), TextContent::No);
        assert_eq!(announced(Value::Null).text_content(), TextContent::No);
        assert_eq!(announced(json!({})).text_content(), TextContent::Static);
        assert_eq!(announced(json!({"dynamicRegistration": true})).text_content(), TextContent::Dynamic);
    }

    #[test]
    fn without_dynamic_registration_the_answer_has_the_schemes() {
        let reply = || Response::from_ok(Id::Number(1), json!({"capabilities": {"workspace": {}}}));
        let completed = announced(json!({})).complete(reply());
        let schemes =
            completed.result().and_then(|result| result.pointer("/capabilities/workspace/textDocumentContent"));
        let all = json!({"schemes": ["vgn-decoded", "vgn-explain", "vgn-curve", "vgn-find"]});
        assert_eq!(schemes, Some(&all));
        assert_eq!(announced(json!({"dynamicRegistration": true})).complete(reply()), reply());
    }

    #[test]
    fn inline_completion_is_announced_where_the_client_has_it() {
        let inline = Extensions::default();
        inline.read_initialize(Some(&json!({"capabilities": {"textDocument": {"inlineCompletion": {}}}})));
        let reply = || Response::from_ok(Id::Number(1), json!({"capabilities": {"workspace": {}}}));
        let said = json!({"capabilities": {"workspace": {}, "inlineCompletionProvider": true}});
        assert_eq!(inline.complete(reply()).result(), Some(&said));
        assert_eq!(Extensions::default().complete(reply()), reply());
    }
}
