-- What the reader calls the conversation; empty without a name.
alter table conversations add column name text not null default '';
-- The conversation it was branched off, which may be gone by now, and the position of the last message they share.
alter table conversations add column branched_from text;
alter table conversations add column branched_at integer check (branched_at >= 0);
-- What stands in the composer.
alter table conversations add column draft text not null default '';
-- Whom the reader plays: the name and the description as they were when the persona was applied, so that a persona that is
-- removed later is still known here.
alter table conversations add column persona_id text;
alter table conversations add column persona_name text;
alter table conversations add column persona_description text;
-- A BCP 47 tag; empty follows the settings.
alter table conversations add column language text not null default '';
-- When it was put into the trash; null while it is not there.
alter table conversations add column deleted_at integer;

-- The message that this one was copied from when its conversation was branched off; that one may be gone by now.
alter table messages add column origin_id text;

-- When the reader changed the words; null while they are as they were written.
alter table alternates add column edited_at integer;

-- What was removed, until it is put back or erased.
create table trash (
    session_id text not null,
    id text not null,
    conversation_id text not null,
    kind text not null check (kind in ('conversation', 'cleared', 'turn', 'message', 'wording')),
    -- Where the first of the messages stood, and its neighbours: the message before the first and the one after the last,
    -- null at an end of the conversation.
    position integer not null check (position >= 0),
    message_before text,
    message_after text,
    -- The beginning of the words, as they were written.
    excerpt text not null,
    message_count integer not null check (message_count >= 0),
    removed_at integer not null,
    primary key (session_id, id),
    foreign key (session_id, conversation_id) references conversations (session_id, id) on delete cascade
) strict, without rowid;

create index trash_by_conversation on trash (session_id, conversation_id);
create index trash_by_time on trash (removed_at);

-- The messages that lie in the trash. They stand apart from `messages`, so that nothing that reads a conversation can meet one.
create table trashed_messages (
    session_id text not null,
    trash_id text not null,
    id text not null,
    -- Where it stood.
    position integer not null,
    role text not null,
    chosen integer not null,
    created_at integer not null,
    origin_id text,
    primary key (session_id, trash_id, id),
    foreign key (session_id, trash_id) references trash (session_id, id) on delete cascade
) strict, without rowid;

create table trashed_alternates (
    session_id text not null,
    trash_id text not null,
    message_id text not null,
    ordinal integer not null,
    text text not null,
    hash blob not null,
    state text not null,
    reasoning text,
    model text,
    operation_id text,
    created_at integer not null,
    edited_at integer,
    primary key (session_id, trash_id, message_id, ordinal),
    foreign key (session_id, trash_id, message_id) references trashed_messages (session_id, trash_id, id) on delete cascade
) strict;
