//! The client's process: when it is gone, nobody will ever say `exit`.

use std::sync::Arc;
use std::time::Duration;

use super::ending::Ending;

/// How often the process is looked for.
const EVERY: Duration = Duration::from_secs(2);

/// Ends the server when the process with this id is gone.
///
/// A process that cannot be seen to begin with (the client runs in another container, or the platform has no way to
/// look) is not watched: then the end of the input tells.
pub fn watch(id: u32, ending: Arc<Ending>) {
    if !is_alive(id) {
        tracing::info!(id, "the client's process cannot be seen and is not watched");
        return;
    }
    tokio::spawn(async move {
        let mut ticks = tokio::time::interval(EVERY);
        loop {
            ticks.tick().await;
            if !is_alive(id) {
                tracing::warn!(id, "the client's process is gone");
                ending.end();
                return;
            }
        }
    });
}

#[cfg(unix)]
fn is_alive(id: u32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};

    let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) else { return false };
    match test_kill_process(pid) {
        Err(Errno::SRCH) => false,
        _ => !is_unburied(id),
    }
}

/// A process that has ended but whose parent has not asked how: it still has its id.
#[cfg(unix)]
fn is_unburied(id: u32) -> bool {
    use crate::files::read_named;

    /// More than the line of a process has, in bytes.
    const LONGEST_STAT: u64 = 1 << 16;
    let Ok(stat) = read_named(format!("/proc/{id}/stat").as_ref(), LONGEST_STAT) else { return false };
    let stat = String::from_utf8_lossy(&stat);
    let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next());
    matches!(state, Some('Z' | 'X'))
}

#[cfg(not(unix))]
fn is_alive(_: u32) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn sees_the_living_and_the_dead() {
        assert!(is_alive(std::process::id()));
        assert!(!is_alive(0));
        assert!(!is_alive(u32::MAX));
        let mut child = std::process::Command::new("sleep").arg("60").spawn().expect("sleep starts");
        assert!(is_alive(child.id()));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        assert!(!is_alive(child.id()));
    }
}
