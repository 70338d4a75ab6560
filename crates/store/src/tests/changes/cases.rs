//! Rules one by one.
