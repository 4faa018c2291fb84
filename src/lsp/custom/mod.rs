//! Methods that are not the protocol's own.

pub mod cursor;
pub mod custom_methods;
pub mod decoded;
