//! Keys of the window where it has no menu (Linux): Ctrl+Q and Ctrl+W end the program, Ctrl with plus, minus and 0 zoom.

use gtk::gdk::keys::{Key, constants};
use gtk::gdk::{EventKey, ModifierType};
use gtk::glib::Propagation;
use gtk::prelude::WidgetExt;
use tauri::{Manager, WebviewWindow};

use crate::zoom::{Step, Zoom};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    End,
    Zoom(Step),
}

/// Listens before the page does, so that the keys work whatever the page is doing.
pub fn listen(window: &WebviewWindow) -> tauri::Result<()> {
    let listening = window.clone();
    window
        .gtk_window()?
        .connect_key_press_event(move |_, event: &EventKey| match action(event.state(), event.keyval()) {
            Some(Action::End) => {
                let _ = listening.close();
                Propagation::Stop
            }
            Some(Action::Zoom(step)) => {
                listening.state::<Zoom>().apply(&listening, step);
                Propagation::Stop
            }
            None => Propagation::Proceed,
        });
    Ok(())
}

fn action(pressed: ModifierType, key: Key) -> Option<Action> {
    let others = ModifierType::MOD1_MASK | ModifierType::SUPER_MASK | ModifierType::META_MASK;
    if !pressed.contains(ModifierType::CONTROL_MASK) || pressed.intersects(others) {
        return None;
    }
    let shifted = pressed.contains(ModifierType::SHIFT_MASK);
    match key {
        constants::q | constants::Q | constants::w | constants::W if !shifted => Some(Action::End),
        // Plus is a shifted key on many keyboards, and shares its key with = on some.
        constants::plus | constants::equal | constants::KP_Add => Some(Action::Zoom(Step::In)),
        constants::minus | constants::KP_Subtract => Some(Action::Zoom(Step::Out)),
        constants::_0 | constants::KP_0 => Some(Action::Zoom(Step::Back)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_control_alone_acts() {
        let control = ModifierType::CONTROL_MASK;
        assert_eq!(action(control, constants::q), Some(Action::End));
        // Caps lock gives the capital without shift.
        assert_eq!(
            action(control | ModifierType::LOCK_MASK, constants::W),
            Some(Action::End)
        );
        assert_eq!(
            action(control | ModifierType::SHIFT_MASK, constants::plus),
            Some(Action::Zoom(Step::In))
        );
        assert_eq!(action(control, constants::_0), Some(Action::Zoom(Step::Back)));
        for pressed in [
            ModifierType::empty(),
            control | ModifierType::MOD1_MASK,
            control | ModifierType::SHIFT_MASK,
        ] {
            assert_eq!(action(pressed, constants::q), None, "{pressed:?}");
        }
        assert_eq!(action(control, constants::c), None);
    }
}
