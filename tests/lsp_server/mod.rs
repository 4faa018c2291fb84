//! The built server spoken to over its standard streams.

mod actions;
mod binary;
mod board;
mod board_known;
mod board_page;
mod called_off;
mod clients;
mod colouring;
mod completion;
mod configuration;
mod continuing;
mod documents;
mod duplicates;
mod findings;
mod folding;
mod formatting;
mod full_client;
mod harness;
mod highlighting;
mod hinting;
mod hover;
mod large;
mod leniency;
mod letters;
mod lifecycle;
mod links_and_names;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod memory;
mod navigating;
#[cfg(unix)]
mod pop_ups;
mod protocol;
mod pulling;
mod refactoring;
mod robustness;
mod selecting;
mod signing;
mod spellings;
mod stepping;
