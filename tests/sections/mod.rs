//! Games with binary move sections: read as their transcripts, judged, and converted there and back.

mod support;

mod any_bytes;
mod cuts;
mod found;
mod laws;
mod losses;
mod matrix;
mod mixed;
mod page;
mod transcripts;
