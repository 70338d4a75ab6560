//! Making a character, without a model and without a clock.
