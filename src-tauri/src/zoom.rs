//! Zoom of the whole window, for this start; the size of the text is a setting of its own and is kept.

use std::sync::{Mutex, PoisonError};

use tauri::WebviewWindow;

/// Factors of zoom, the usual ones of browsers.
const FACTORS: [f64; 11] = [0.5, 0.67, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5];
const USUAL: usize = 4;

/// One step of zoom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    In,
    Out,
    Back,
}

/// The zoom as it is, as a place among the factors.
pub struct Zoom(Mutex<usize>);

impl Default for Zoom {
    fn default() -> Self {
        Self(Mutex::new(USUAL))
    }
}

impl Zoom {
    /// Zooms the window a step.
    pub fn apply(&self, window: &WebviewWindow, step: Step) {
        let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *place = after(*place, step);
        if let Err(error) = window.set_zoom(FACTORS[*place]) {
            tracing::warn!("the window could not be zoomed: {error}");
        }
    }
}

fn after(place: usize, step: Step) -> usize {
    match step {
        Step::In => (place + 1).min(FACTORS.len() - 1),
        Step::Out => place.saturating_sub(1),
        Step::Back => USUAL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zoom_stays_within_bounds_and_comes_back() {
        assert!((FACTORS[USUAL] - 1.0).abs() < f64::EPSILON);
        let far = |step| (0..50).fold(USUAL, |place, _| after(place, step));
        assert_eq!((far(Step::In), far(Step::Out)), (FACTORS.len() - 1, 0));
        assert_eq!(after(far(Step::In), Step::Back), USUAL);
    }
}
