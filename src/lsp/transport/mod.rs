//! Messages on their way between the streams and the service: the wire, the loop, the guard, the queue of what is sent,
//! and a door of its own for messages that carry megabytes.

pub mod ending;
pub mod guard;
pub mod json_text;
pub mod luggage;
pub mod outgoing;
pub mod serve;
pub mod surrogates;
pub mod wire;
