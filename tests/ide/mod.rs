//! Features of editors over real files: laws, and what each edit leaves.

mod board_laws;
mod feature_laws;
mod ide_laws;
mod incremental;
mod refactorings;
