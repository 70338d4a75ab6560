//! The rules over plain lists.

use engine::ids::{ConversationId, MessageId, TrashId};

use crate::TrashKind;

pub type Outcome = Result<(), &'static str>;

#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub id: MessageId,
    pub by_reader: bool,
    pub by_model: bool,
    /// Text and state of each alternate.
    pub wordings: Vec<(String, &'static str)>,
    pub chosen: usize,
}

impl Line {
    pub fn new(id: MessageId, role: &str, text: &str, state: &'static str) -> Self {
        Self {
            id,
            by_reader: role == "user",
            by_model: role == "reply",
            wordings: vec![(text.to_owned(), state)],
            chosen: 0,
        }
    }

    pub fn shown(&mut self) -> &mut (String, &'static str) {
        &mut self.wordings[self.chosen]
    }
}

/// What a reply that is being written replaces.
#[derive(Debug, Clone, PartialEq)]
pub enum Open {
    WithWords,
    Alone,
    Continued(String),
    Retried(usize),
}

#[derive(Debug, Clone)]
pub struct Talk {
    pub id: ConversationId,
    pub lines: Vec<Line>,
    pub revision: u64,
    pub draft: String,
    pub open: Option<Open>,
    pub deleted: bool,
    /// For good.
    pub erased: bool,
}

#[derive(Debug, Clone)]
pub struct Lying {
    pub id: TrashId,
    pub kind: TrashKind,
    pub talk: usize,
    pub position: usize,
    pub before: Option<MessageId>,
    pub after: Option<MessageId>,
    pub lines: Vec<Line>,
    /// Of former words: which alternate they were.
    pub ordinal: usize,
}

#[derive(Debug, Default)]
pub struct Lists {
    pub talks: Vec<Talk>,
    pub trash: Vec<Lying>,
}

impl Talk {
    pub fn ready(&self, stale: bool) -> Outcome {
        match (self.deleted, stale, &self.open) {
            (true, ..) => Err("not_found"),
            (_, true, _) => Err("conflict"),
            (.., Some(_)) => Err("busy"),
            _ => Ok(()),
        }
    }

    pub fn say(&mut self, ids: [MessageId; 2], text: &str) {
        if text.starts_with(&self.draft) {
            self.draft.clear();
        }
        self.lines.push(Line::new(ids[0], "user", text, "complete"));
        self.lines.push(Line::new(ids[1], "reply", "", "streaming"));
        self.open = Some(Open::WithWords);
        self.revision += 1;
    }

    pub fn reply(&mut self, id: MessageId) -> Outcome {
        let last = self.lines.last_mut().ok_or("nothing_to_continue")?;
        if last.by_reader {
            self.lines.push(Line::new(id, "reply", "", "streaming"));
            self.open = Some(Open::Alone);
        } else if last.shown().1 == "cut_short" {
            self.open = Some(Open::Continued(last.shown().0.clone()));
            last.shown().1 = "streaming";
        } else {
            return Err("nothing_to_continue");
        }
        self.revision += 1;
        Ok(())
    }

    pub fn retry(&mut self, id: MessageId) -> Outcome {
        let asked = self.lines.iter().rev().nth(1).is_some_and(|line| line.by_reader);
        let last = self.lines.last_mut().ok_or("nothing_to_retry")?;
        if last.by_reader {
            self.lines.push(Line::new(id, "reply", "", "streaming"));
            self.open = Some(Open::Alone);
        } else if asked {
            self.open = Some(Open::Retried(last.chosen));
            last.wordings.push((String::new(), "streaming"));
            last.chosen = last.wordings.len() - 1;
        } else {
            return Err("nothing_to_retry");
        }
        self.revision += 1;
        Ok(())
    }

    pub fn write(&mut self, text: &str, state: &'static str) -> Outcome {
        if self.open.is_none() {
            return Err("not_found");
        }
        *self.lines.last_mut().ok_or("not_found")?.shown() = (text.to_owned(), state);
        if state != "streaming" {
            self.open = None;
            self.revision += 1;
        }
        Ok(())
    }

    /// The end of a reply that the program was not told the end of (`recovers`), or of which nothing came.
    pub fn give_up(&mut self, recovers: bool) -> Outcome {
        let open = self.open.take().ok_or("not_found")?;
        self.revision += 1;
        let last = self.lines.last_mut().ok_or("not_found")?;
        let blank = last.shown().0.trim().is_empty();
        match open {
            Open::Continued(before) if !recovers => {
                let same = before.trim_end() == last.shown().0.trim_end();
                last.shown().1 = "cut_short";
                if same {
                    last.shown().0 = before;
                }
            }
            _ if !blank => last.shown().1 = "cut_short",
            // One that was blank before it was continued: only the newest of several can go.
            _ if last.wordings.len() > 1 && last.chosen + 1 < last.wordings.len() => last.shown().1 = "cut_short",
            Open::Retried(former) => {
                last.wordings.pop();
                last.chosen = former;
            }
            _ if last.wordings.len() > 1 => {
                last.wordings.pop();
                last.chosen -= 1;
            }
            open => {
                self.lines.pop();
                if open == Open::WithWords && !recovers {
                    self.take_words_back();
                }
            }
        }
        Ok(())
    }

    fn take_words_back(&mut self) {
        let words = self
            .lines
            .pop()
            .map(|mut line| line.shown().0.clone())
            .unwrap_or_default();
        self.draft = match words.starts_with(&self.draft) {
            true => words,
            false => format!("{words}\n\n{}", self.draft),
        };
    }

    fn position(&self, id: MessageId) -> Option<usize> {
        self.lines.iter().position(|line| line.id == id)
    }
}

impl Lists {
    fn remove(&mut self, (id, kind, talk): (TrashId, TrashKind, usize), position: usize, count: usize) {
        let lines = &mut self.talks[talk].lines;
        let neighbour = |at: Option<usize>| at.and_then(|at| lines.get(at)).map(|line| line.id);
        let (before, after) = (neighbour(position.checked_sub(1)), neighbour(Some(position + count)));
        let lines = lines.drain(position..position + count).collect();
        self.talks[talk].revision += 1;
        self.trash.push(Lying {
            id,
            kind,
            talk,
            position,
            before,
            after,
            lines,
            ordinal: 0,
        });
    }

    pub fn take_back_last(&mut self, talk: usize, id: TrashId) -> Result<String, &'static str> {
        let lines = &self.talks[talk].lines;
        let position = lines
            .iter()
            .rposition(|line| line.by_reader)
            .ok_or("nothing_to_take_back")?;
        let count = lines.len() - position;
        let text = lines[position].clone().shown().0.clone();
        self.remove((id, TrashKind::Turn, talk), position, count);
        Ok(text)
    }

    pub fn clear(&mut self, talk: usize, id: TrashId) {
        let lines = &self.talks[talk].lines;
        let kept = usize::from(lines.first().is_some_and(|line| !line.by_reader && !line.by_model));
        let count = lines.len() - kept;
        if count > 0 {
            self.remove((id, TrashKind::Cleared, talk), kept, count);
        }
    }

    pub fn delete(&mut self, talk: usize, place: Option<usize>, id: TrashId) -> Outcome {
        self.remove((id, TrashKind::Message, talk), place.ok_or("not_found")?, 1);
        Ok(())
    }

    pub fn edit(&mut self, talk: usize, place: Option<usize>, text: &str, id: TrashId) -> Outcome {
        let position = place.ok_or("not_found")?;
        let ordinal = self.talks[talk].lines[position].chosen;
        self.reword((talk, position, ordinal), None, text, id);
        Ok(())
    }

    /// Other words (and another state) for an alternate; the former go to the trash.
    fn reword(
        &mut self,
        (talk, position, ordinal): (usize, usize, usize),
        state: Option<&'static str>,
        text: &str,
        id: TrashId,
    ) {
        let lines = &mut self.talks[talk].lines;
        let neighbour = |at: Option<usize>| at.and_then(|at| lines.get(at)).map(|line| line.id);
        let (before, after) = (neighbour(position.checked_sub(1)), neighbour(Some(position + 1)));
        let former = lines[position].wordings[ordinal].clone();
        let state = state.unwrap_or(former.1);
        lines[position].wordings[ordinal] = (text.to_owned(), state);
        let line = Line {
            wordings: vec![former],
            chosen: 0,
            ..lines[position].clone()
        };
        self.talks[talk].revision += 1;
        self.trash.push(Lying {
            id,
            kind: TrashKind::Wording,
            talk,
            position,
            before,
            after,
            lines: vec![line],
            ordinal,
        });
    }

    pub fn choose(&mut self, talk: usize, place: Option<usize>, ordinal: u32) -> Outcome {
        let line = &mut self.talks[talk].lines[place.ok_or("not_found")?];
        if ordinal as usize >= line.wordings.len() {
            return Err("not_found");
        }
        line.chosen = ordinal as usize;
        self.talks[talk].revision += 1;
        Ok(())
    }

    /// Another conversation with the first `shared` messages of one.
    pub fn branch(&mut self, talk: usize, shared: usize, id: ConversationId, copied: impl Fn(usize) -> MessageId) {
        let lines = self.talks[talk].lines[..shared].iter().enumerate();
        let lines = lines
            .map(|(place, line)| Line {
                id: copied(place),
                ..line.clone()
            })
            .collect();
        self.talks.push(Talk {
            id,
            lines,
            revision: 0,
            draft: String::new(),
            open: None,
            deleted: false,
            erased: false,
        });
    }

    pub fn delete_talk(&mut self, talk: usize, id: TrashId) -> Outcome {
        match (self.talks[talk].erased, self.talks[talk].deleted) {
            (true, _) => return Err("not_found"),
            (false, true) => return Ok(()),
            (false, false) => {}
        }
        self.talks[talk].ready(false)?;
        self.talks[talk].deleted = true;
        self.trash.push(Lying {
            id,
            kind: TrashKind::Conversation,
            talk,
            position: 0,
            before: None,
            after: None,
            lines: self.talks[talk].lines.clone(),
            ordinal: 0,
        });
        Ok(())
    }

    /// Puts back what lies at a place of the trash.
    pub fn restore(
        &mut self,
        place: usize,
        new: (ConversationId, TrashId),
        copied: impl Fn(usize) -> MessageId,
    ) -> Outcome {
        let lying = self.trash[place].clone();
        let talk = lying.talk;
        if lying.kind == TrashKind::Conversation {
            self.talks[talk].deleted = false;
            self.trash.remove(place);
            return Ok(());
        }
        self.talks[talk].ready(false)?;
        self.trash.remove(place);
        let mut lines = lying.lines;
        if lying.kind == TrashKind::Wording {
            if let Some(position) = self.talks[talk].position(lines[0].id) {
                let (text, state) = lines[0].shown().clone();
                self.reword((talk, position, lying.ordinal), Some(state), &text, new.1);
                return Ok(());
            }
            lines[0].id = copied(1 << 32);
        }
        let first = match lying.before {
            None => Some(0),
            Some(before) => self.talks[talk].position(before).map(|at| at + 1),
        };
        let follows = |at: usize| self.talks[talk].lines.get(at).map(|line| line.id) == lying.after;
        if let Some(first) = first.filter(|at| follows(*at)) {
            self.talks[talk].lines.splice(first..first, lines);
            self.talks[talk].revision += 1;
            return Ok(());
        }
        let shared = first.unwrap_or(lying.position.min(self.talks[talk].lines.len()));
        self.branch(talk, shared, new.0, copied);
        if let Some(branch) = self.talks.last_mut() {
            branch.lines.extend(lines);
            branch.revision = 1;
        }
        Ok(())
    }

    /// What was removed from a conversation goes for good with it.
    pub fn erase(&mut self, place: usize) {
        let lying = self.trash.remove(place);
        if lying.kind == TrashKind::Conversation {
            self.trash.retain(|other| other.talk != lying.talk);
            self.talks[lying.talk].erased = true;
            self.talks[lying.talk].lines.clear();
        }
    }
}
