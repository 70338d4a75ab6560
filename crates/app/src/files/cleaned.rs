//! Control characters in what comes in from a file.

use std::borrow::Cow;

use engine::controls::without_controls;
use engine::save_file::SaveFile;

/// Takes them out of everything that was said or written; gives how many texts had some. Line breaks of other systems are no fault.
pub fn clean(file: &mut SaveFile) -> usize {
    let mut cleaned = 0;
    let mut clean = |text: &mut String| {
        if let Cow::Owned(without) = without_controls(text) {
            cleaned += usize::from(
                text.chars()
                    .any(|letter| letter.is_control() && !"\r\n\t".contains(letter)),
            );
            *text = without;
        }
    };
    for conversation in &mut file.conversations {
        let about = &mut conversation.about;
        clean(&mut about.draft);
        if let Some(persona) = &mut about.persona {
            clean(&mut persona.description);
        }
        for alternate in conversation
            .messages
            .iter_mut()
            .flat_map(|message| &mut message.alternates)
        {
            clean(&mut alternate.text);
            alternate.reasoning.iter_mut().for_each(&mut clean);
        }
    }
    cleaned
}
