//! `vgn.toml`: from its text to settings, and the walk up from a file to find it.
