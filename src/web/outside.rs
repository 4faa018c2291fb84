//! The functions of the embedding program, and memory that both access: the only unsafe code.

use std::time::Duration;

mod lent {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds of a monotonic clock.
        pub safe fn now() -> f64;
        /// Milliseconds since the beginning of 1970.
        pub safe fn date() -> f64;
        /// A random whole number of at most 53 bits.
        pub safe fn seed() -> f64;
        /// Calls `run` after this number of milliseconds, or sooner.
        pub safe fn wake_after(milliseconds: f64);
        /// Sends the message of this length in bytes at this address, before it returns.
        pub fn send(message: *const u8, length: usize);
        /// Whether there are engines: 0 or 1.
        pub safe fn has_engines() -> u32;
        /// Starts the engine with the name of this length in bytes at this address. The number names it from now on.
        pub fn start_engine(number: u32, name: *const u8, length: usize);
        /// Sends lines to an engine, before it returns.
        pub fn tell_engine(number: u32, lines: *const u8, length: usize);
        /// Ends an engine. Nothing comes from it any more.
        pub safe fn end_engine(number: u32);
    }
}

/// A monotonic clock.
pub fn now() -> Duration {
    milliseconds(lent::now())
}

/// Universal time since the beginning of 1970.
pub fn date() -> Duration {
    milliseconds(lent::date())
}

fn milliseconds(number: f64) -> Duration {
    Duration::try_from_secs_f64(number / 1e3).unwrap_or_default()
}

/// A random number.
pub fn seed() -> u64 {
    lent::seed() as u64
}

/// Requests another run after this time.
pub fn wake_after(time: Duration) {
    lent::wake_after(time.as_secs_f64() * 1e3);
}

/// Sends the text of a message.
pub fn send(message: &[u8]) {
    // SAFETY: the bytes stay where they are until the call returns, and the program only reads them.
    unsafe { lent::send(message.as_ptr(), message.len()) };
}

/// Whether the program has engines.
pub fn has_engines() -> bool {
    lent::has_engines() != 0
}

/// Starts an engine.
pub fn start_engine(number: u32, name: &str) {
    // SAFETY: as in `send`.
    unsafe { lent::start_engine(number, name.as_ptr(), name.len()) };
}

/// Sends lines to an engine.
pub fn tell_engine(number: u32, lines: &str) {
    // SAFETY: as in `send`.
    unsafe { lent::tell_engine(number, lines.as_ptr(), lines.len()) };
}

/// Ends an engine.
pub fn end_engine(number: u32) {
    lent::end_engine(number);
}

/// A buffer of this length in bytes, to be freed with [`taken`].
pub fn room(length: usize) -> *mut u8 {
    Box::leak(vec![0; length].into_boxed_slice()).as_mut_ptr()
}

/// The bytes in a buffer of [`room`].
pub fn taken(room: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: the program returns a buffer of `room` once, with the same length; it was a boxed slice of that length.
    unsafe { Vec::from_raw_parts(room, length, length) }
}
