-- What a conversation was begun with stands and falls with where it came from: the root of its checkpoints, which has read no
-- message, names the conversation that it was carried from and the head of that one's chain at that moment (null when it had
-- none). It fits as long as that head is in the chain there.
alter table checkpoints add column carried_from text;
alter table checkpoints add column carried_checkpoint text;
-- So far the earlier conversation had been read. Once it has been read so far again after a change, it is carried from anew.
alter table checkpoints add column carried_end integer not null default 0 check (carried_end >= 0);
-- Of a carried fact that stood there by itself or by its messages, not by a checkpoint: that fact. The root fits as long as that
-- one counts. Null for all others, and once that one was forgotten there.
alter table facts add column carried_fact text;
-- The clearing that took along what the conversation was begun with, so that it is not carried again; empty for one that nothing
-- lies in the trash of. Null as long as it counts.
alter table conversations add column carrying_cleared_by text;

create index checkpoints_carried on checkpoints (session_id, carried_from) where carried_from is not null;
create index facts_carried_by_root on facts (session_id, checkpoint_id) where carried_fact is not null;
create index facts_carried on facts (session_id, carried_fact) where carried_fact is not null;
create index conversations_carried on conversations (session_id, carried_from) where carried_from is not null;

-- Which head a root was carried from was not noted so far. One with the same summary is it; where none has it, what it told of is
-- not known to stand, so it names itself, which is never in the chain there.
update checkpoints
set carried_from = c.carried_from
from conversations c
where c.session_id = checkpoints.session_id and c.id = checkpoints.conversation_id and c.carried_from is not null
    and checkpoints.parent_id is null and checkpoints.end_position = 0;

update checkpoints
set carried_checkpoint = coalesce(
    (
        select s.id from checkpoints s
        where s.session_id = checkpoints.session_id and s.conversation_id = checkpoints.carried_from
            and s.created_at <= checkpoints.created_at and s.cleared_by is null
            and (checkpoints.summary is null or s.summary = checkpoints.summary)
        order by s.end_position desc, s.created_at desc, s.id desc
        limit 1
    ),
    case when checkpoints.summary is not null then checkpoints.id end
)
where carried_from is not null;

update checkpoints
set carried_end = s.end_position
from checkpoints s
where s.session_id = checkpoints.session_id and s.id = checkpoints.carried_checkpoint and checkpoints.carried_from is not null;

update facts
set carried_fact = (
    select o.id from facts o
    where o.session_id = facts.session_id and o.conversation_id = r.carried_from and o.scope = 'conversation'
        and o.hash = facts.hash and (o.kind = 'pinned' or o.checkpoint_id is null)
    limit 1
)
from checkpoints r
where r.session_id = facts.session_id and r.id = facts.checkpoint_id and r.carried_from is not null;

-- What was cleared before stays so.
update conversations
set carrying_cleared_by = coalesce((
    select r.cleared_by from checkpoints r
    where r.session_id = conversations.session_id and r.conversation_id = conversations.id and r.carried_from is not null
    limit 1
), '')
where carried_from is not null and not exists (
    select 1 from checkpoints r
    where r.session_id = conversations.session_id and r.conversation_id = conversations.id and r.carried_from is not null
        and r.cleared_by is null
);
