//! Gives memory back to the system.
//!
//! The C library of GNU keeps what was freed, in an arena for each thread that has allocated, and gives back little of
//! it unless it is asked. Other C libraries and systems do so by themselves. The call is apart from the program because
//! it is the only one that the compiler cannot check.

/// Gives back to the system what was freed and is still kept. Takes some milliseconds for some hundred megabytes,
/// during which other threads may wait for memory. Does nothing where the C library is not that of GNU.
pub fn give_back() {
    // SAFETY: `malloc_trim` may be called at any time by any thread (its manual: MT-Safe). It touches no memory that is
    // in use, and its argument is only how many bytes are kept at the top of the heap.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    unsafe {
        libc::malloc_trim(0);
    }
}
