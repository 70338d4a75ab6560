//! How a character's file marks actions and thoughts.

use std::sync::Arc;

use engine::ids::CharacterId;
use engine::markup::MarkupFormats;

use super::Library;

impl Library {
    /// The marks of a conversation with this character; the house's own when its file is missing or broken, as what was said
    /// is shown all the same.
    pub fn markup_formats(&self, id: &CharacterId) -> Arc<MarkupFormats> {
        let character = self.character(id);
        character.map_or_else(
            |_| Arc::default(),
            |character| Arc::new(MarkupFormats::of(&character.roleplay)),
        )
    }
}
