//! Table `memory_edges`: what joins memories, kept so that it need not be computed at every start.

use std::collections::HashMap;

use engine::graph::Edge;
use engine::ids::SessionId;

use super::read::MemoriesOf;
use crate::edits::hexadecimal;
use crate::{Store, StoreError};

/// A number of eight bytes and a weight of four.
const PACKED: usize = 12;
/// So many lists are written by one statement.
const AT_ONCE: usize = 500;

impl Store {
    /// The strongest edges of each memory that were kept under this fingerprint, by its number. Some may name memories that are gone.
    pub async fn graph_edges(
        &self,
        session: SessionId,
        of: MemoriesOf<'_>,
        fingerprint: u32,
    ) -> Result<HashMap<u64, Vec<Edge>>, StoreError> {
        let (sql, id) = match of {
            MemoriesOf::Conversation(id) => (
                "select e.number, e.edges from memories m join memory_edges e on e.number = m.number
                where m.session_id = ?1 and m.conversation_id = ?2",
                id.to_string(),
            ),
            MemoriesOf::Past(id) => (
                "select e.number, e.edges from memories m join memory_edges e on e.number = m.number
                where m.session_id = ?1 and m.conversation_id is null and m.character_id = ?2",
                id.as_str().to_owned(),
            ),
        };
        let rows: Vec<(i64, Vec<u8>)> = sqlx::query_as(sql)
            .bind(session.to_string())
            .bind(id)
            .fetch_all(&self.reader())
            .await?;
        let edges = |(number, packed): (i64, Vec<u8>)| Some((number.unsigned_abs(), unpacked(&packed, fingerprint)?));
        Ok(rows.into_iter().filter_map(edges).collect())
    }

    /// Keeps the strongest edges of some memories; those that are gone by now are left out.
    pub async fn write_graph_edges(
        &self,
        session: SessionId,
        lists: &[(u64, Vec<Edge>)],
        fingerprint: u32,
    ) -> Result<(), StoreError> {
        let mut writing = self.write_beside_memory().await?;
        for lists in lists.chunks(AT_ONCE) {
            let rows = lists
                .iter()
                .map(|(number, edges)| (number, hexadecimal(&packed(edges, fingerprint))));
            let rows: Vec<_> = rows.collect();
            sqlx::query(
                r"
                insert into memory_edges (number, edges)
                select m.number, unhex(l.value ->> 1)
                from json_each(?2) l
                cross join memories m on m.number = l.value ->> 0
                where m.session_id = ?1
                on conflict (number) do update set edges = excluded.edges
                ",
            )
            .bind(session.to_string())
            .bind(serde_json::json!(rows).to_string())
            .execute(&mut *writing)
            .await?;
        }
        Ok(writing.commit().await?)
    }
}

fn packed(edges: &[Edge], fingerprint: u32) -> Vec<u8> {
    let mut packed = fingerprint.to_le_bytes().to_vec();
    for edge in edges {
        packed.extend(edge.to.to_le_bytes());
        packed.extend(edge.weight.to_le_bytes());
    }
    packed
}

/// None when they were kept under another fingerprint.
fn unpacked(packed: &[u8], fingerprint: u32) -> Option<Vec<Edge>> {
    let edge = |bytes: &[u8]| {
        let (to, weight) = bytes.split_at(8);
        Some(Edge {
            to: u64::from_le_bytes(to.try_into().ok()?),
            weight: f32::from_le_bytes(weight.try_into().ok()?),
        })
    };
    let (first, rest) = packed.split_at_checked(4)?;
    let edges = rest
        .chunks_exact(PACKED)
        .filter_map(edge)
        .filter(|edge| edge.weight.is_finite());
    (first == fingerprint.to_le_bytes()).then(|| edges.collect())
}
