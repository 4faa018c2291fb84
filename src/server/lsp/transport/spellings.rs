//! Addresses of open documents that the client spells otherwise than the server's type for them does.
//!
//! The type rewrites `file:/tmp/a.pgn`, blanks and letters without escapes. Clients compare addresses as texts, and would
//! take the rewritten one for another document: so it is replaced in every message that is sent.

use std::sync::{Mutex, MutexGuard, PoisonError};

use memchr::memmem;

use crate::lsp::documents::address::Address;

/// The client's spellings, as JSON.
#[derive(Debug, Default)]
pub struct Spellings(Mutex<Vec<AddressSpelling>>);

#[derive(Debug)]
struct AddressSpelling {
    own: String,
    clients: String,
}

impl Spellings {
    /// Notes how the client spells an address.
    pub fn note(&self, address: &Address, clients: &str) {
        let Ok(own) = serde_json::to_string(address) else { return };
        let Ok(clients) = serde_json::to_string(clients) else { return };
        let mut known = self.lock();
        known.retain(|spelling| spelling.own != own);
        if own != clients {
            known.push(AddressSpelling { own, clients });
        }
    }

    /// Forgets the client's spelling of an address.
    pub fn forget(&self, address: &Address) {
        self.note(address, address.spelling().as_str());
    }

    /// A part of a message with the client's spellings; `None` if it is the same.
    pub fn respelled(&self, part: &[u8]) -> Option<Vec<u8>> {
        let mut respelled: Option<Vec<u8>> = None;
        for AddressSpelling { own, clients } in self.lock().iter() {
            let text = respelled.as_deref().unwrap_or(part);
            // Behind a backslash the quote is part of a longer string.
            let places = memmem::find_iter(text, own).filter(|at| *at == 0 || text[at - 1] != b'\\');
            let places: Vec<usize> = places.collect();
            if places.is_empty() {
                continue;
            }
            let (mut new, mut done) = (Vec::with_capacity(text.len()), 0);
            for at in places {
                new.extend_from_slice(&text[done..at]);
                new.extend_from_slice(clients.as_bytes());
                done = at + own.len();
            }
            new.extend_from_slice(&text[done..]);
            respelled = Some(new);
        }
        respelled
    }

    fn lock(&self) -> MutexGuard<'_, Vec<AddressSpelling>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tower_lsp::lsp_types::Url;

    use super::*;

    fn address(uri: &str) -> Address {
        Url::parse(uri).expect("a URI").into()
    }

    #[test]
    fn whole_addresses_are_replaced_and_no_other_texts() {
        let spellings = Spellings::default();
        for clients in ["file:/tmp/a.pgn", "file:///tmp/é b.pgn", "file:///tmp/c.pgn"] {
            spellings.note(&address(clients), clients);
        }
        let respelled = |message: Value| {
            let new = spellings.respelled(message.to_string().as_bytes())?;
            Some(serde_json::from_slice::<Value>(&new).expect("still JSON"))
        };
        let sent = json!({
            "changes": {"file:///tmp/a.pgn": [], "file:///tmp/a.pgn.vgn": [], "file:///tmp/%C3%A9%20b.pgn": []},
            "newText": "\"file:///tmp/a.pgn\" \"file:///tmp/a.pgn"
        });
        let expected = json!({
            "changes": {"file:/tmp/a.pgn": [], "file:///tmp/a.pgn.vgn": [], "file:///tmp/é b.pgn": []},
            "newText": "\"file:///tmp/a.pgn\" \"file:///tmp/a.pgn"
        });
        assert_eq!(respelled(sent), Some(expected));
        assert_eq!(respelled(json!("file:///tmp/c.pgn")), None);
        spellings.forget(&address("file:///tmp/a.pgn"));
        assert_eq!(respelled(json!("file:///tmp/a.pgn")), None);
    }
}
