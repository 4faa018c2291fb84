//! The client's process: after it has ended without `exit`, the server must end too.

use std::sync::Arc;
use std::time::Duration;

use crate::lsp::transport::lifecycle::Lifecycle;

/// Interval at which the process is polled.
const EVERY: Duration = Duration::from_secs(2);

/// Ends the server when the process with this id has ended.
///
/// A process that is not visible at the start (the client runs in another container, or the platform cannot query
/// processes) is not watched: then the end of the input ends the server.
pub fn watch(id: u32, lifecycle: Arc<Lifecycle>) {
    let Some(mut client) = ClientProcess::find(id) else {
        tracing::info!(id, "the client's process cannot be seen and is not watched");
        return;
    };
    tokio::spawn(async move {
        let mut ticks = tokio::time::interval(EVERY);
        loop {
            ticks.tick().await;
            if client.is_gone() {
                tracing::warn!(id, "the client's process is gone");
                lifecycle.end();
                return;
            }
        }
    });
}

/// A process that existed at the start.
#[cfg(not(windows))]
struct ClientProcess(u32);

#[cfg(not(windows))]
impl ClientProcess {
    fn find(id: u32) -> Option<ClientProcess> {
        is_alive(id).then_some(ClientProcess(id))
    }

    fn is_gone(&mut self) -> bool {
        !is_alive(self.0)
    }
}

/// A process that existed at the start. While its handle is held, its id is not reused.
#[cfg(windows)]
struct ClientProcess(waitpid_any::WaitHandle);

#[cfg(windows)]
impl ClientProcess {
    fn find(id: u32) -> Option<ClientProcess> {
        let mut client = ClientProcess(waitpid_any::WaitHandle::open(id.cast_signed()).ok()?);
        // An ended process can still be opened while another handle to it is held.
        (!client.is_gone()).then_some(client)
    }

    fn is_gone(&mut self) -> bool {
        matches!(self.0.wait_timeout(Duration::ZERO), Ok(Some(())))
    }
}

#[cfg(unix)]
fn is_alive(id: u32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};

    let Some(pid) = i32::try_from(id).ok().and_then(Pid::from_raw) else { return false };
    match test_kill_process(pid) {
        Err(Errno::SRCH) => false,
        _ => !is_zombie(id),
    }
}

/// Whether a process is a zombie: it has ended, but its parent has not waited for it, so that it still has its id.
#[cfg(unix)]
fn is_zombie(id: u32) -> bool {
    use vgn_config::files::read_named;

    /// Larger than the stat line of any process, in bytes.
    const LONGEST_STAT: u64 = 1 << 16;
    let Ok(stat) = read_named(format!("/proc/{id}/stat").as_ref(), LONGEST_STAT) else { return false };
    let stat = String::from_utf8_lossy(&stat);
    let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next());
    matches!(state, Some('Z' | 'X'))
}

#[cfg(not(any(unix, windows)))]
fn is_alive(_: u32) -> bool {
    false
}

#[cfg(all(test, any(unix, windows)))]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    fn is_found(id: u32) -> bool {
        ClientProcess::find(id).is_some()
    }

    #[test]
    fn sees_the_living_and_the_dead() -> std::io::Result<()> {
        assert!(is_found(std::process::id()));
        assert!(!is_found(0));
        assert!(!is_found(u32::MAX));
        let program = if cfg!(windows) { "cmd" } else { "cat" };
        let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::null()).spawn()?;
        let id = child.id();
        let mut client = ClientProcess::find(id).expect("it is there");
        assert!(!client.is_gone());
        child.kill()?;
        child.wait()?;
        assert!(client.is_gone());
        drop((client, child));
        assert!(!is_found(id));
        Ok(())
    }
}
