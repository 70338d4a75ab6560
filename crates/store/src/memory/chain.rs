//! The checkpoints of the chain that planning and prompts look at.

use engine::memory::plan::Chain;
use engine::memory::{Checkpoint, Summary, SummaryKind};
use sqlx::{FromRow, SqliteConnection};

use super::settle::{Place, checkpoint_id, unreadable};
use crate::StoreError;
use crate::conversations::lossy;

#[derive(FromRow)]
struct CheckpointRow {
    id: String,
    parent_id: Option<String>,
    first_position: u32,
    end_position: u32,
    summary: Option<Vec<u8>>,
    summary_kind: Option<String>,
}

impl TryFrom<CheckpointRow> for Checkpoint {
    type Error = StoreError;

    fn try_from(row: CheckpointRow) -> Result<Self, StoreError> {
        let kind = match row.summary_kind.as_deref() {
            Some("extractive") => SummaryKind::Extractive,
            Some("written") | None => SummaryKind::Written,
            Some(_) => return Err(unreadable("kind of the summary of", &row.id)),
        };
        Ok(Self {
            id: checkpoint_id(&row.id)?,
            parent: row.parent_id.as_deref().map(checkpoint_id).transpose()?,
            first: row.first_position,
            end: row.end_position,
            summary: row.summary.map(|text| Summary {
                text: lossy(text),
                kind,
            }),
        })
    }
}

pub(crate) fn summary_kind_str(kind: SummaryKind) -> &'static str {
    match kind {
        SummaryKind::Written => "written",
        SummaryKind::Extractive => "extractive",
    }
}

macro_rules! checkpoints {
    ($which:literal) => {
        concat!(
            "select id, parent_id, first_position, end_position, summary, summary_kind
            from checkpoints
            where session_id = ?1 and conversation_id = ?2 and in_chain = 1 and ",
            $which,
            " limit 1"
        )
    };
}

/// One that read no messages has nothing from which its summary could be written again.
macro_rules! oldest_cleared {
    () => {
        checkpoints!("summary is null and end_position > first_position order by end_position")
    };
}

macro_rules! newest_told {
    () => {
        checkpoints!("summary is not null and end_position <= ?3 order by end_position desc")
    };
}

pub(crate) const OLDEST_CLEARED: &str = oldest_cleared!();
pub(crate) const NEWEST_TOLD: &str = newest_told!();
const CHAIN: &str = concat!(
    "select * from (",
    oldest_cleared!(),
    ") union all select * from (",
    newest_told!(),
    ") union all select * from (",
    checkpoints!("id = ?4"),
    ")"
);

/// One checkpoint of the chain; the last bound of the statement is a position, if it has one.
async fn checkpoint(
    connection: &mut SqliteConnection,
    place: &Place,
    sql: &'static str,
    end: u32,
) -> Result<Option<Checkpoint>, StoreError> {
    sqlx::query_as::<_, CheckpointRow>(sql)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .bind(end)
        .fetch_optional(connection)
        .await?
        .map(Checkpoint::try_from)
        .transpose()
}

/// The newest checkpoint of the chain with a summary that tells of nothing at or after a position.
pub(crate) async fn newest_told(
    connection: &mut SqliteConnection,
    place: &Place,
    end: u32,
) -> Result<Option<Checkpoint>, StoreError> {
    checkpoint(connection, place, NEWEST_TOLD, end).await
}

/// The first checkpoint of the chain whose summary is to be written again.
pub(crate) async fn oldest_cleared(
    connection: &mut SqliteConnection,
    place: &Place,
) -> Result<Option<Checkpoint>, StoreError> {
    checkpoint(connection, place, OLDEST_CLEARED, u32::MAX).await
}

/// In one statement: each call is two changes of thread.
pub(crate) async fn chain(connection: &mut SqliteConnection, place: &Place) -> Result<Chain, StoreError> {
    let rows: Vec<CheckpointRow> = sqlx::query_as(CHAIN)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .bind(u32::MAX)
        .bind(place.head.id.as_deref())
        .fetch_all(connection)
        .await?;
    let checkpoints: Result<Vec<Checkpoint>, StoreError> = rows.into_iter().map(Checkpoint::try_from).collect();
    let mut checkpoints = checkpoints?;
    checkpoints.sort_by_key(|checkpoint| checkpoint.end);
    checkpoints.dedup_by_key(|checkpoint| checkpoint.id);
    Ok(Chain { checkpoints })
}
