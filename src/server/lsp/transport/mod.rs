//! The transport of messages between the host and the services: the loop, the guard, the queue of outgoing messages,
//! and the service for messages that carry megabytes.

pub mod bulk;
pub mod guard;
pub mod json_text;
pub mod lenient;
pub mod lifecycle;
pub mod outgoing;
pub mod raw_message;
pub mod serve;
pub mod spellings;
pub mod surrogates;
