//! Messages on their way between the host and the service: the loop, the guard, the queue of what is sent,
//! and a door of its own for messages that carry megabytes.

pub mod bulk;
pub mod guard;
pub mod json_text;
pub mod lifecycle;
pub mod outgoing;
pub mod raw_message;
pub mod serve;
pub mod surrogates;
