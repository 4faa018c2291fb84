//! Gives memory back to the system.
//!
//! The GNU C library keeps freed memory, in an arena for each thread that has allocated, and returns little of it
//! unless asked. Other C libraries and systems return it by themselves. The call is in a crate of its own because it is
//! the only one that the compiler cannot check.

/// Gives freed memory that is still kept back to the system. Takes some milliseconds for some hundred megabytes, during
/// which other threads may wait for memory. Does nothing with other C libraries than that of GNU.
pub fn give_back() {
    // SAFETY: `malloc_trim` may be called at any time by any thread (its manual: MT-Safe). It touches no memory that is
    // in use, and its argument is only how many bytes are kept at the top of the heap.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::malloc_trim(0);
    }
}
