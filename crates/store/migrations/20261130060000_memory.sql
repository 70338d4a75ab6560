-- Goes up with every change that what is derived may depend on, but not with turns and not with what extraction finds.
alter table conversations add column memory_revision integer not null default 0 check (memory_revision >= 0);
-- The head: the last checkpoint whose whole chain fits the transcript as it is chosen; null before the first one. `checkpoint_end`
-- is its end, and 0 without one.
alter table conversations add column checkpoint_id text;
alter table conversations add column checkpoint_end integer not null default 0 check (checkpoint_end >= 0);
-- The smallest position before the head's end whose message has changed since the head was settled; null when none has. The
-- triggers below note it in the transaction that changes the message, whatever that is.
alter table conversations add column memory_changed_from integer;

-- What one extraction left. They form a tree by their parents, as commits do: what was derived follows the chosen alternates.
create table checkpoints (
    session_id text not null,
    id text not null,
    conversation_id text not null,
    -- Null at the start. Not a foreign key: deleting along a chain of thousands would be a recursion as deep.
    parent_id text,
    -- It read the messages from the first to before the end; the first is the parent's end.
    first_position integer not null check (first_position >= 0),
    end_position integer not null,
    -- SHA-256 over the role and the text's hash of every message that it read.
    digest blob not null check (length(digest) = 32),
    -- Whether it is the head or before it.
    in_chain integer not null default 0 check (in_chain in (0, 1)),
    -- Of everything before the end; null when it is to be written again.
    summary text,
    summary_kind text check (summary_kind in ('written', 'extractive')),
    -- The thing in the trash that it went with when the conversation was cleared.
    cleared_by text,
    created_at integer not null,
    primary key (session_id, id),
    check (end_position between first_position and first_position + 41),
    check ((summary is null) = (summary_kind is null)),
    foreign key (session_id, conversation_id) references conversations (session_id, id) on delete cascade
) strict;

create index checkpoints_by_parent on checkpoints (session_id, conversation_id, parent_id, end_position);
create index checkpoints_in_chain on checkpoints (session_id, conversation_id, end_position) where in_chain = 1;
create index checkpoints_to_rebuild on checkpoints (session_id, conversation_id, end_position)
    where in_chain = 1 and summary is null;

create table facts (
    session_id text not null references sessions (id) on delete cascade,
    id text not null,
    character_id text not null,
    -- Where it was said or written. Not a foreign key: what was given to the character outlives its conversation.
    conversation_id text not null,
    scope text not null check (scope in ('conversation', 'character')),
    -- With the scope of the character: whom the reader played; null for nobody in particular.
    persona_id text,
    kind text not null check (kind in ('pinned', 'automatic')),
    -- The extraction that found it; null for what the reader wrote, merged or gave to the character.
    checkpoint_id text,
    text text not null,
    -- SHA-256 of the normalised text.
    hash blob not null check (length(hash) = 32),
    importance integer not null check (importance between 1 and 5),
    -- The automatic fact that it replaces.
    supersedes text,
    -- The thing in the trash that it went with when the conversation was cleared.
    cleared_by text,
    -- When it was said, or written.
    created_at integer not null,
    primary key (session_id, id),
    foreign key (session_id, checkpoint_id) references checkpoints (session_id, id) on delete cascade
) strict;

create index facts_of_conversation
    on facts (session_id, conversation_id, kind, importance desc, created_at desc, id desc) where scope = 'conversation';
create index facts_of_character on facts (session_id, character_id, persona_id) where scope = 'character';
create index facts_by_checkpoint on facts (session_id, checkpoint_id) where checkpoint_id is not null;
create index facts_by_superseded on facts (session_id, supersedes) where supersedes is not null;

-- Where a fact was said. A message is no foreign key: it goes to the trash and comes back.
create table fact_sources (
    session_id text not null,
    fact_id text not null,
    message_id text not null,
    -- Of the text that was read.
    hash blob not null check (length(hash) = 32),
    -- Whether the fact, when it does not stand by its checkpoint, stands only as long as this text does.
    counts integer not null default 1 check (counts in (0, 1)),
    primary key (session_id, fact_id, message_id),
    foreign key (session_id, fact_id) references facts (session_id, id) on delete cascade
) strict, without rowid;

create index fact_sources_by_message on fact_sources (session_id, message_id);

create table relationship_events (
    session_id text not null,
    id text not null,
    conversation_id text not null,
    checkpoint_id text not null,
    axis text not null check (axis in ('trust', 'familiarity', 'romance', 'attraction')),
    -- From -2 to 2, never 0; up to 10 where a conversation began with what another one had left.
    change integer not null check (change between -10 and 10 and change <> 0),
    reason text not null,
    -- When it was said.
    created_at integer not null,
    primary key (session_id, id),
    -- Nothing is counted twice.
    unique (session_id, checkpoint_id, axis),
    foreign key (session_id, checkpoint_id) references checkpoints (session_id, id) on delete cascade
) strict;

create index relationship_events_of_conversation
    on relationship_events (session_id, conversation_id, axis, created_at desc, id desc);

create table relationship_event_sources (
    session_id text not null,
    event_id text not null,
    message_id text not null,
    hash blob not null check (length(hash) = 32),
    primary key (session_id, event_id, message_id),
    foreign key (session_id, event_id) references relationship_events (session_id, id) on delete cascade
) strict, without rowid;

create index relationship_event_sources_by_message on relationship_event_sources (session_id, message_id);

-- Wordings that are in no prompt any more. A message is no foreign key: one that comes back from the trash stays excluded.
create table exclusions (
    session_id text not null,
    message_id text not null,
    ordinal integer not null,
    conversation_id text not null,
    -- The thing in the trash that it went with when the conversation was cleared.
    cleared_by text,
    created_at integer not null,
    primary key (session_id, message_id, ordinal),
    foreign key (session_id, conversation_id) references conversations (session_id, id) on delete cascade
) strict, without rowid;

create index exclusions_of_conversation on exclusions (session_id, conversation_id);

-- What extraction must not find again, as SHA-256 of the normalised text: the text itself is kept nowhere.
create table blocked_facts (
    session_id text not null references sessions (id) on delete cascade,
    character_id text not null,
    -- Null for all conversations with the character.
    conversation_id text,
    hash blob not null check (length(hash) = 32),
    cleared_by text,
    foreign key (session_id, conversation_id) references conversations (session_id, id) on delete cascade
) strict;

create unique index blocked_facts_once on blocked_facts (session_id, character_id, coalesce(conversation_id, ''), hash);
create index blocked_facts_of_conversation on blocked_facts (session_id, conversation_id);

-- The optional axes that the reader switched on.
create table axis_consents (
    session_id text not null references sessions (id) on delete cascade,
    character_id text not null,
    axis text not null check (axis in ('romance', 'attraction')),
    primary key (session_id, character_id, axis)
) strict, without rowid;

-- The axes that stay as they are.
create table axis_locks (
    session_id text not null,
    conversation_id text not null,
    axis text not null check (axis in ('trust', 'familiarity', 'romance', 'attraction')),
    primary key (session_id, conversation_id, axis),
    foreign key (session_id, conversation_id) references conversations (session_id, id) on delete cascade
) strict, without rowid;

-- What a model was sent for a reply.
create table prompt_records (
    session_id text not null,
    message_id text not null,
    alternate integer not null,
    conversation_id text not null,
    record text not null check (json_valid(record)),
    -- How many facts it holds.
    fact_count integer not null,
    created_at integer not null,
    primary key (session_id, message_id, alternate),
    foreign key (session_id, conversation_id) references conversations (session_id, id) on delete cascade
) strict;

create index prompt_records_of_conversation on prompt_records (session_id, conversation_id, created_at);

create trigger facts_of_conversation_removed after delete on conversations
begin
    delete from facts where session_id = old.session_id and conversation_id = old.id and scope = 'conversation';
    delete from fact_sources
    where session_id = old.session_id and fact_id in (
        select id from facts
        where session_id = old.session_id and character_id = old.character_id and scope = 'character'
            and conversation_id = old.id
    );
end;

create trigger facts_superseded_removed after delete on facts
begin
    update facts set supersedes = null where session_id = old.session_id and supersedes = old.id;
end;

-- An appended message stands at or after the head's end, so that a turn writes nothing here.
create trigger memory_message_added after insert on messages
begin
    update conversations set memory_changed_from = new.position
    where session_id = new.session_id and id = new.conversation_id and new.position < checkpoint_end
        and (memory_changed_from is null or memory_changed_from > new.position);
end;

create trigger memory_message_removed after delete on messages
begin
    update conversations set memory_changed_from = old.position
    where session_id = old.session_id and id = old.conversation_id and old.position < checkpoint_end
        and (memory_changed_from is null or memory_changed_from > old.position);
end;

-- Whatever moves up leaves its place to another one that moves, comes or goes, which is noted itself.
create trigger memory_message_moved after update of position on messages
when new.position < old.position
begin
    update conversations set memory_changed_from = new.position
    where session_id = new.session_id and id = new.conversation_id and new.position < checkpoint_end
        and (memory_changed_from is null or memory_changed_from > new.position);
end;

create trigger memory_message_chosen after update of chosen, role on messages
when new.chosen <> old.chosen or new.role <> old.role
begin
    update conversations set memory_changed_from = new.position
    where session_id = new.session_id and id = new.conversation_id and new.position < checkpoint_end
        and (memory_changed_from is null or memory_changed_from > new.position);
end;

create trigger memory_text_changed after update of hash on alternates
when new.hash <> old.hash
begin
    update conversations set memory_changed_from = m.position
    from messages m
    where m.session_id = new.session_id and m.id = new.message_id and m.chosen = new.ordinal
        and conversations.session_id = m.session_id and conversations.id = m.conversation_id
        and m.position < conversations.checkpoint_end
        and (conversations.memory_changed_from is null or conversations.memory_changed_from > m.position);
end;

-- Every change of messages that stand is an operation of one of these kinds, once.
create trigger memory_transcript_changed after insert on operations
when new.kind in ('edit_last_message', 'undo_turn', 'clear', 'delete_message', 'edit_message', 'choose_alternate', 'restore')
    or (new.kind = 'begin_retry' and json_extract(new.result, '$.reply.former') is not null)
begin
    update conversations set memory_revision = memory_revision + 1
    where session_id = new.session_id and id = new.conversation_id;
end;
