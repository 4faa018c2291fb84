//! Sessions: starts, ends, settings, faults of clients.

pub mod called_off;
pub mod clients;
pub mod configuration;
pub mod full_client;
pub mod leniency;
pub mod lifecycle;
pub mod pop_ups;
pub mod robustness;
