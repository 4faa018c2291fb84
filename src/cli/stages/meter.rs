//! Measures time and memory of a part of this process's work.

use std::time::{Duration, Instant};

/// The cost of some work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Wall-clock time.
    pub clock: Duration,
    /// Processor time; `None` if the system does not provide it.
    pub processor: Option<Duration>,
    /// Peak resident memory above that at the start, in bytes; `None` if the system does not provide it.
    pub memory: Option<u64>,
}

impl Cost {
    /// The relevant time: processor time, which other load on the machine does not affect, if it is known.
    pub fn time(&self) -> Duration {
        self.processor.unwrap_or(self.clock)
    }
}

/// Runs `work` and measures its cost.
pub fn metered<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    let resident = begin_peak();
    let (began, before) = (Instant::now(), processor_time());
    let result = work();
    let (clock, after) = (began.elapsed(), processor_time());
    let processor = before.zip(after).map(|(before, after)| after.saturating_sub(before));
    let memory = resident.zip(peak()).map(|(resident, peak)| peak.saturating_sub(resident));
    (result, Cost { clock, processor, memory })
}

/// The processor time of this process so far.
#[cfg(any(target_os = "linux", target_os = "macos", target_os = "freebsd"))]
fn processor_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

#[cfg(not(any(target_os = "linux", target_os = "macos", target_os = "freebsd")))]
fn processor_time() -> Option<Duration> {
    None
}

/// Resets the peak, and returns the current resident memory, in bytes.
fn begin_peak() -> Option<u64> {
    // 5 makes Linux reset the peak (proc(5)); other systems do not record one.
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    status("VmRSS:")
}

/// The peak resident memory since the reset, in bytes.
fn peak() -> Option<u64> {
    status("VmHWM:")
}

fn status(name: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_given_back_is_counted_and_that_of_before_is_not() {
        let kept = vec![1u8; 64 << 20];
        let (sum, cost) = metered(|| {
            let block = vec![1u8; 128 << 20];
            std::hint::black_box(&block).iter().map(|byte| u64::from(*byte)).sum::<u64>()
        });
        assert_eq!(sum, 128 << 20);
        assert!(cost.processor.is_some());
        // Other tests of this process may give back memory at the same time.
        assert!(cost.memory.is_some_and(|memory| memory >= 64 << 20), "{cost:?}");
        drop(kept);
    }
}
