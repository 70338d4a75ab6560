//! The OpenAI-compatible provider, on recorded streams and against a small server on this computer.

mod network;
mod server;
mod stopping;
mod streams;
