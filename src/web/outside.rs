//! What the program around the module lends it, and memory that both write: the only unsafe code.

use std::time::Duration;

mod lent {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds of a clock that only goes on.
        pub safe fn now() -> f64;
        /// Milliseconds since the beginning of 1970.
        pub safe fn date() -> f64;
        /// A whole number of at most 53 bits, by chance.
        pub safe fn seed() -> f64;
        /// Calls `run` after so many milliseconds, or sooner.
        pub safe fn wake_after(milliseconds: f64);
        /// Sends the message of so many bytes at this address, before it returns.
        pub fn send(message: *const u8, length: usize);
    }
}

/// A clock that only goes on.
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

/// A number by chance.
pub fn seed() -> u64 {
    lent::seed() as u64
}

/// Asks to be run after so long.
pub fn wake_after(time: Duration) {
    lent::wake_after(time.as_secs_f64() * 1e3);
}

/// Sends the text of a message.
pub fn send(message: &[u8]) {
    // SAFETY: the bytes stay where they are until the call returns, and the program only reads them.
    unsafe { lent::send(message.as_ptr(), message.len()) };
}

/// Room for so many bytes, which is given back with [`taken`].
pub fn room(length: usize) -> *mut u8 {
    Box::leak(vec![0; length].into_boxed_slice()).as_mut_ptr()
}

/// The bytes in a room of [`room`].
pub fn taken(room: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: the program gives back what `room` gave it, once, with the same length; it was a boxed slice of so many.
    unsafe { Vec::from_raw_parts(room, length, length) }
}
