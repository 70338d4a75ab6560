//! Which wordings of messages a forgotten fact is said in.

use std::collections::HashMap;

use engine::memory::normalise::Echo;
use sqlx::SqliteConnection;

use super::super::controls::NamedFact;
use super::super::settle::Place;
use crate::StoreError;
use crate::conversations::lossy;

/// So many messages are looked through at a time.
const PAGE: i64 = 1000;

/// One wording of a message, where it stands or lies in the trash.
#[derive(Debug, Clone)]
pub struct Wording {
    pub message_id: String,
    pub ordinal: u32,
    pub position: u32,
    pub hash: Vec<u8>,
    pub text: String,
}

type Row = (String, u32, i64, Vec<u8>, Vec<u8>);

/// Of one conversation: `?1` session, `?2` conversation, from position `?3` to before `?4`.
const STANDING: &str = r"
    select m.id, a.ordinal, m.position, a.hash, a.text
    from messages m
    join alternates a on a.session_id = m.session_id and a.message_id = m.id
    where m.session_id = ?1 and m.conversation_id = ?2 and m.position >= ?3 and m.position < ?4
    order by m.position, a.ordinal
";

const IN_TRASH: &str = r"
    select m.id, a.ordinal, m.position, a.hash, a.text
    from trash t
    join trashed_messages m on m.session_id = t.session_id and m.trash_id = t.id
    join trashed_alternates a on a.session_id = m.session_id and a.trash_id = m.trash_id and a.message_id = m.id
    where t.session_id = ?1 and t.conversation_id = ?2 and t.id = ?3
";

/// Where a fact is said.
#[derive(Debug, Clone)]
pub struct Said {
    pub echo: Echo,
    pub wordings: Vec<Wording>,
    /// The hashes of the texts that it was found in, by message.
    read: HashMap<String, Vec<Vec<u8>>>,
}

impl Said {
    /// These wordings, whatever they say.
    pub fn only(wordings: Vec<Wording>) -> Self {
        Self {
            echo: Echo::of(""),
            wordings,
            read: HashMap::new(),
        }
    }

    /// Whether it is said in this text of a message, or was found in it; the message may be gone.
    pub fn is_in(&self, message: &str, hash: &[u8]) -> bool {
        let is_this = |wording: &Wording| wording.message_id == message && wording.hash == hash;
        let was_read = self
            .read
            .get(message)
            .is_some_and(|read| read.iter().any(|read| read == hash));
        was_read || self.wordings.iter().any(is_this)
    }

    pub fn messages(&self) -> Vec<&str> {
        let said = self.wordings.iter().map(|wording| wording.message_id.as_str());
        said.chain(self.read.keys().map(String::as_str)).collect()
    }

    fn look_through(&mut self, rows: Vec<Row>) {
        for (message_id, ordinal, position, hash, text) in rows {
            let is_source = self.read.get(&message_id).is_some_and(|read| read.contains(&hash));
            let text = lossy(text);
            if is_source || self.echo.is_in(&text) {
                self.wordings.push(Wording {
                    message_id,
                    ordinal,
                    position: u32::try_from(position).unwrap_or(0),
                    hash,
                    text,
                });
            }
        }
    }
}

/// All wordings that say the fact word for word, and those that it was found in. A message whose text was changed since says
/// something else.
pub async fn find(connection: &mut SqliteConnection, place: &Place, fact: &NamedFact) -> Result<Said, StoreError> {
    let mut said = Said {
        echo: Echo::of(&fact.text),
        wordings: Vec::new(),
        read: sources(connection, place, fact).await?,
    };
    let mut first = 0;
    while first < i64::from(place.message_count) {
        let rows: Vec<Row> = sqlx::query_as(STANDING)
            .bind(place.session.to_string())
            .bind(place.conversation.to_string())
            .bind(first)
            .bind(first + PAGE)
            .fetch_all(&mut *connection)
            .await?;
        said.look_through(rows);
        first += PAGE;
    }
    let trash: Vec<String> = sqlx::query_scalar("select id from trash where session_id = ?1 and conversation_id = ?2")
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .fetch_all(&mut *connection)
        .await?;
    for id in trash {
        let rows: Vec<Row> = sqlx::query_as(IN_TRASH)
            .bind(place.session.to_string())
            .bind(place.conversation.to_string())
            .bind(id)
            .fetch_all(&mut *connection)
            .await?;
        said.look_through(rows);
    }
    Ok(said)
}

/// The messages that the fact, or another one of the same words, was found in, with the hashes of what was read. Where another
/// message stands now in its checkpoint with the same text, that one too.
async fn sources(
    connection: &mut SqliteConnection,
    place: &Place,
    fact: &NamedFact,
) -> Result<HashMap<String, Vec<Vec<u8>>>, StoreError> {
    let rows: Vec<(String, Vec<u8>)> = sqlx::query_as(
        r"
        select s.message_id, s.hash
        from facts f
        join fact_sources s on s.session_id = f.session_id and s.fact_id = f.id
        where f.session_id = ?1 and f.hash = ?3 and f.scope = 'conversation' and f.conversation_id = ?2
        union
        select s.message_id, s.hash
        from fact_sources s
        where s.session_id = ?1 and s.fact_id = ?4
        union
        select m.id, s.hash
        from facts f
        join fact_sources s on s.session_id = f.session_id and s.fact_id = f.id
        join checkpoints c on c.session_id = f.session_id and c.id = f.checkpoint_id and c.in_chain = 1
        join messages m on m.session_id = f.session_id and m.conversation_id = ?2 and m.position >= c.first_position
            and m.position < c.end_position
        join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen and a.hash = s.hash
        where f.session_id = ?1 and f.hash = ?3 and f.scope = 'conversation' and f.conversation_id = ?2
        ",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(&fact.hash)
    .bind(fact.id.to_string())
    .fetch_all(connection)
    .await?;
    let mut sources: HashMap<String, Vec<Vec<u8>>> = HashMap::new();
    for (message, hash) in rows {
        sources.entry(message).or_default().push(hash);
    }
    Ok(sources)
}
