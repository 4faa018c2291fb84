//! The process of an engine, and the threads that carry its lines.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::protocol::EngineFault;

/// Maximum length of a line, in bytes. Long lines of play have a few thousand.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that wait at most, before the engine has to.
const MOST_WAITING: usize = 1024;

/// The nicest that a process can be.
#[cfg(unix)]
const LOWEST_PRIORITY: i32 = 19;

/// Where Debian installs engines, which is not in every path.
#[cfg(unix)]
const FOLDER_OF_GAMES: &str = "/usr/games";

/// How much of the processor an engine gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnginePriority {
    Usual,
    /// Everything else goes first, where the system can. What the engine starts inherits it.
    Background,
}

/// The processes that run.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Kills all engines of this program, which is about to end without dropping them.
pub fn end_all() {
    for id in running().drain(..) {
        kill_group(id);
    }
}

/// What comes from an engine.
enum EngineOutput {
    Line(String),
    Endless,
}

/// A running engine. Dropping it kills it.
pub struct EngineChild {
    child: Child,
    /// To the thread that writes.
    input: Sender<String>,
    output: Receiver<EngineOutput>,
}

impl EngineChild {
    /// Starts a program, with a group of processes of its own: an interrupt at the terminal is not for it, and (on Unix)
    /// what it starts ends with it. A name without a folder is looked for in the system's path.
    pub fn start(program: &Path, priority: EnginePriority) -> Result<EngineChild, EngineFault> {
        let not_started = |error: std::io::Error| {
            let text = error.to_string();
            EngineFault::NotStarted(text.split(" (os error").next().unwrap_or_default().to_owned())
        };
        let mut child = {
            let mut running = running();
            let mut started = command(program, priority).spawn();
            if let Some(elsewhere) = outside_of_path(program)
                && started.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound)
            {
                started = command(&elsewhere, priority).spawn();
            }
            let child = started.map_err(not_started)?;
            running.push(child.id());
            child
        };
        if priority == EnginePriority::Background {
            lower_priority(child.id());
        }
        let (input, to_write) = channel();
        let (read, output) = sync_channel(MOST_WAITING);
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &to_write));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &read));
        }
        Ok(EngineChild { child, input, output })
    }

    /// Sends lines. If the engine is gone, the next line that is waited for says so.
    pub fn send(&self, lines: String) {
        let _ = self.input.send(lines);
    }

    /// The next line; `None` if there is none for so long.
    pub fn next_line(&mut self, wait: Duration) -> Result<Option<String>, EngineFault> {
        match self.output.recv_timeout(wait) {
            Ok(EngineOutput::Line(line)) => Ok(Some(line)),
            Ok(EngineOutput::Endless) => Err(EngineFault::EndlessLine),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(EngineFault::Ended(self.end())),
        }
    }

    /// Kills and reaps it. How it ended, if it did so before.
    fn end(&mut self) -> String {
        let id = self.child.id();
        let known = {
            let mut running = running();
            let known = running.iter().position(|other| *other == id);
            known.map(|at| running.swap_remove(at))
        };
        // It may be about to end, and what it says then is the reason.
        let ended = (0..20).find_map(|round| {
            thread::sleep(Duration::from_millis(if round == 0 { 0 } else { 5 }));
            self.child.try_wait().ok().flatten()
        });
        if known.is_some() {
            kill_group(id);
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
        ended.map_or_else(|| "its output is closed".to_owned(), |status| status.to_string())
    }
}

impl Drop for EngineChild {
    fn drop(&mut self) {
        let id = self.child.id();
        let mut running = running();
        if let Some(at) = running.iter().position(|other| *other == id) {
            running.swap_remove(at);
            drop(running);
            kill_group(id);
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

#[cfg(unix)]
fn command(program: &Path, _: EnginePriority) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = with_pipes(program);
    command.process_group(0);
    command
}

#[cfg(windows)]
fn command(program: &Path, priority: EnginePriority) -> Command {
    use std::os::windows::process::CommandExt;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    const IDLE_PRIORITY_CLASS: u32 = 0x40;
    let priority = if priority == EnginePriority::Background { IDLE_PRIORITY_CLASS } else { 0 };
    let mut command = with_pipes(program);
    command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW | priority);
    command
}

#[cfg(not(any(unix, windows)))]
fn command(program: &Path, _: EnginePriority) -> Command {
    with_pipes(program)
}

fn with_pipes(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// Where a program may be that is not in the path, if it is named without a folder.
#[cfg(unix)]
fn outside_of_path(program: &Path) -> Option<PathBuf> {
    let is_name = program.components().count() == 1 && program.file_name() == Some(program.as_os_str());
    is_name.then(|| Path::new(FOLDER_OF_GAMES).join(program))
}

#[cfg(not(unix))]
fn outside_of_path(_: &Path) -> Option<PathBuf> {
    None
}

#[cfg(unix)]
fn lower_priority(id: u32) {
    let process = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    // A system that refuses runs it as it is.
    let _ = process.map(|process| rustix::process::setpriority_process(Some(process), LOWEST_PRIORITY));
}

/// It was set when the process began, where the system can.
#[cfg(not(unix))]
fn lower_priority(_: u32) {}

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills a process that has not been reaped, and all that it has started.
#[cfg(unix)]
fn kill_group(id: u32) {
    let group = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for lines in lines {
        if stdin.write_all(lines.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, lines: &SyncSender<EngineOutput>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match stdout.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let is_endless = line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n');
        let output = match is_endless {
            true => EngineOutput::Endless,
            false => EngineOutput::Line(String::from_utf8_lossy(&line).into_owned()),
        };
        if lines.send(output).is_err() || is_endless {
            return;
        }
    }
}
