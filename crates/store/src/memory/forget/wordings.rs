//! Which wordings of messages a forgotten fact is said in.

use std::collections::{HashMap, HashSet};

use engine::memory::normalise::Echo;
use engine::memory::sayings::{sayings, takes_up};
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

impl From<Row> for Wording {
    fn from((message_id, ordinal, position, hash, text): Row) -> Self {
        Self {
            message_id,
            ordinal,
            position: u32::try_from(position).unwrap_or(0),
            hash,
            text: lossy(text),
        }
    }
}

/// Of one conversation: `?1` session, `?2` conversation, from position `?3` to before `?4`.
const STANDING: &str = r"
    select m.id, a.ordinal, m.position, a.hash, a.text
    from messages m
    join alternates a on a.session_id = m.session_id and a.message_id = m.id
    where m.session_id = ?1 and m.conversation_id = ?2 and m.position >= ?3 and m.position < ?4
    order by m.position, a.ordinal
";

/// Of one conversation: `?1` session, `?2` conversation, the wordings of the character's answer to message `?3`.
const ANSWER: &str = r"
    select answer.id, a.ordinal, answer.position, a.hash, a.text
    from messages m
    join messages answer on answer.session_id = m.session_id and answer.conversation_id = m.conversation_id
        and answer.position = m.position + 1 and answer.role = 'character'
    join alternates a on a.session_id = answer.session_id and a.message_id = answer.id
    where m.session_id = ?1 and m.conversation_id = ?2 and m.id = ?3 and m.role = 'user'
    order by a.ordinal
";

const IN_TRASH: &str = r"
    select m.id, a.ordinal, m.position, a.hash, a.text
    from trash t
    join trashed_messages m on m.session_id = t.session_id and m.trash_id = t.id
    join trashed_alternates a on a.session_id = m.session_id and a.trash_id = m.trash_id and a.message_id = m.id
    where t.session_id = ?1 and t.conversation_id = ?2 and t.id = ?3
";

/// What is looked for when a fact is forgotten.
#[derive(Debug, Clone)]
pub struct Sought {
    /// The fact itself, and the sentences of messages that said it.
    echoes: Vec<Echo>,
    /// The hashes of the texts that it was found in, by message.
    read: HashMap<String, Vec<Vec<u8>>>,
    /// The fact itself.
    fact: String,
    /// The facts that were carried from it, and from those.
    carried: HashSet<String>,
}

/// Where a fact is said in a conversation.
#[derive(Debug, Clone)]
pub struct Said {
    pub sought: Sought,
    pub wordings: Vec<Wording>,
    /// What the character answered to those, where it takes the fact up ("So you live in Oslo."): models are not told of it either, but
    /// what else was found there stays.
    pub answers: Vec<Wording>,
}

impl Sought {
    /// Whether a text says the fact word for word, or repeats what said it.
    pub fn is_said_in(&self, text: &str) -> bool {
        self.echoes.iter().any(|echo| echo.is_in(text))
    }

    /// Whether a fact was carried from it, maybe in the words of one that it was merged from.
    pub fn was_carried(&self, fact: &str) -> bool {
        self.carried.contains(fact)
    }

    fn was_read(&self, message: &str, hash: &[u8]) -> bool {
        self.read
            .get(message)
            .is_some_and(|read| read.iter().any(|read| read == hash))
    }
}

impl Said {
    /// These wordings, whatever they say.
    pub fn only(wordings: Vec<Wording>) -> Self {
        Self {
            sought: Sought {
                echoes: Vec::new(),
                read: HashMap::new(),
                fact: String::new(),
                carried: HashSet::new(),
            },
            wordings,
            answers: Vec::new(),
        }
    }

    /// Whether it is said in this text of a message, or was found in it; the message may be gone.
    pub fn is_in(&self, message: &str, hash: &[u8]) -> bool {
        let is_this = |wording: &Wording| wording.message_id == message && wording.hash == hash;
        self.sought.was_read(message, hash) || self.wordings.iter().any(is_this)
    }

    pub fn messages(&self) -> Vec<&str> {
        let said = self.wordings.iter().map(|wording| wording.message_id.as_str());
        said.chain(self.sought.read.keys().map(String::as_str)).collect()
    }

    /// Whether it was found in a message that is not here (any more): what was carried here from there may tell of it.
    pub fn was_found_elsewhere(&self) -> bool {
        let is_here = |message: &String| self.wordings.iter().any(|wording| wording.message_id == *message);
        !self.sought.read.keys().all(is_here)
    }

    fn add_answers(&mut self, answers: Vec<Row>, message: &str, character: &str) {
        for answer in answers.into_iter().map(Wording::from) {
            let is_known = |known: &Wording| known.message_id == answer.message_id && known.hash == answer.hash;
            if !self.wordings.iter().chain(&self.answers).any(is_known)
                && takes_up(&answer.text, (message, &self.sought.fact), character)
            {
                self.answers.push(answer);
            }
        }
    }

    fn look_through(&mut self, rows: Vec<Row>) {
        for wording in rows.into_iter().map(Wording::from) {
            if self.sought.was_read(&wording.message_id, &wording.hash) || self.sought.is_said_in(&wording.text) {
                self.wordings.push(wording);
            }
        }
    }
}

/// What said the fact in any of these conversations. Read before anything is removed: a fact's sources go with it.
pub async fn sought(
    connection: &mut SqliteConnection,
    places: &[Place],
    fact: &NamedFact,
) -> Result<Sought, StoreError> {
    let mut read: HashMap<String, Vec<Vec<u8>>> = HashMap::new();
    for place in places {
        for (message, hashes) in sources(connection, place, fact).await? {
            let known = read.entry(message).or_default();
            known.extend(hashes);
            known.sort_unstable();
            known.dedup();
        }
    }
    let mut echoes = vec![Echo::of(&fact.text)];
    if let Some(place) = places.first() {
        for (message, hashes) in &read {
            for hash in hashes {
                for text in texts(connection, place, (message, hash)).await? {
                    // A character's id is made of its name.
                    echoes.extend(sayings(&text, &fact.text, &place.character_id));
                }
            }
        }
    }
    Ok(Sought {
        echoes,
        read,
        fact: fact.text.clone(),
        carried: carried(connection, fact, places).await?,
    })
}

async fn carried(
    connection: &mut SqliteConnection,
    fact: &NamedFact,
    places: &[Place],
) -> Result<HashSet<String>, StoreError> {
    let Some(place) = places.first() else {
        return Ok(HashSet::new());
    };
    let ids: Vec<String> = sqlx::query_scalar(
        r"
        with recursive carried (id) as (
            select ?2
            union
            select f.id from carried c join facts f on f.session_id = ?1 and f.carried_fact = c.id
            union
            select f.id
            from carried c
            join facts o on o.session_id = ?1 and o.id = c.id and o.scope = 'conversation'
            join checkpoints r on r.session_id = ?1 and r.carried_from = o.conversation_id
            join facts f on f.session_id = ?1 and f.checkpoint_id = r.id and f.hash = o.hash
        )
        select id from carried
        ",
    )
    .bind(place.session.to_string())
    .bind(fact.id.to_string())
    .fetch_all(connection)
    .await?;
    Ok(ids.into_iter().collect())
}

/// All wordings that say the fact word for word, those that it was found in, and those that repeat what said it there. A message
/// whose text was changed since says something else.
pub async fn find(connection: &mut SqliteConnection, place: &Place, sought: &Sought) -> Result<Said, StoreError> {
    let mut said = Said {
        sought: sought.clone(),
        wordings: Vec::new(),
        answers: Vec::new(),
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
    look_at_answers(connection, place, &mut said).await?;
    Ok(said)
}

/// The character's answers that take up what the reader said there ("So you live in Oslo.").
async fn look_at_answers(connection: &mut SqliteConnection, place: &Place, said: &mut Said) -> Result<(), StoreError> {
    let telling: Vec<(String, String)> = said
        .wordings
        .iter()
        .map(|wording| (wording.message_id.clone(), wording.text.clone()))
        .collect();
    for (message, text) in telling {
        let answers: Vec<Row> = sqlx::query_as(ANSWER)
            .bind(place.session.to_string())
            .bind(place.conversation.to_string())
            .bind(message)
            .fetch_all(&mut *connection)
            .await?;
        said.add_answers(answers, &text, &place.character_id);
    }
    Ok(())
}

/// The text of a message that has this hash, where it stands or lies in the trash; none when it is gone.
async fn texts(
    connection: &mut SqliteConnection,
    place: &Place,
    (message, hash): (&str, &[u8]),
) -> Result<Vec<String>, StoreError> {
    let texts: Vec<Vec<u8>> = sqlx::query_scalar(
        r"
        select text from alternates where session_id = ?1 and message_id = ?2 and hash = ?3
        union
        select text from trashed_alternates where session_id = ?1 and message_id = ?2 and hash = ?3
        ",
    )
    .bind(place.session.to_string())
    .bind(message)
    .bind(hash)
    .fetch_all(connection)
    .await?;
    Ok(texts.into_iter().map(lossy).collect())
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
