//! Jobs as the app carries them out, with a model that plays a script.
