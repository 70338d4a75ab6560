create table sessions (
    id text not null primary key,
    -- 1 for the reader's own session on this machine, of which there is one; null for all others.
    owner integer unique check (owner = 1),
    created_at integer not null
) strict, without rowid;

create table conversations (
    session_id text not null references sessions (id) on delete cascade,
    id text not null,
    character_id text not null,
    -- Goes up by one with every change of the transcript.
    revision integer not null default 0 check (revision >= 0),
    -- Also the position of the next message.
    message_count integer not null default 0 check (message_count >= 0),
    -- Whether the reader has said anything yet.
    met integer not null default 0 check (met in (0, 1)),
    created_at integer not null,
    -- When the transcript last changed.
    updated_at integer not null,
    primary key (session_id, id)
) strict, without rowid;

create index conversations_by_character on conversations (session_id, character_id, updated_at);

create table messages (
    session_id text not null,
    conversation_id text not null,
    id text not null,
    -- From 0, without gaps.
    position integer not null check (position >= 0),
    role text not null check (role in ('user', 'character')),
    -- The ordinal of the alternate that is shown.
    chosen integer not null default 0 check (chosen >= 0),
    created_at integer not null,
    primary key (session_id, id),
    unique (session_id, conversation_id, position),
    foreign key (session_id, conversation_id) references conversations (session_id, id) on delete cascade
) strict, without rowid;

-- The wordings of a message: the reader's words and a greeting have one, a reply has one for each time it was asked for.
create table alternates (
    session_id text not null,
    message_id text not null,
    -- From 0, without gaps.
    ordinal integer not null check (ordinal >= 0),
    text text not null,
    -- SHA-256 of the text's bytes.
    hash blob not null check (length(hash) = 32),
    state text not null check (state in ('complete', 'streaming', 'cut_short')),
    -- What the model thought; never shown as the reply and never sent back.
    reasoning text,
    -- The model that wrote it; null for the reader's words and for greetings.
    model text,
    -- The operation that last began writing it. Not a foreign key: old operations may be cleared away.
    operation_id text,
    created_at integer not null,
    primary key (session_id, message_id, ordinal),
    foreign key (session_id, message_id) references messages (session_id, id) on delete cascade
) strict;

-- Few rows at any time: finds the replies being written without reading the rest.
create index alternates_streaming on alternates (session_id, message_id) where state = 'streaming';

-- What was answered to each operation, so that asking again gives the same answer and changes nothing.
create table operations (
    session_id text not null,
    id text not null,
    conversation_id text not null,
    kind text not null,
    result text not null check (json_valid(result)),
    created_at integer not null,
    primary key (session_id, id),
    foreign key (session_id, conversation_id) references conversations (session_id, id) on delete cascade
) strict, without rowid;

create index operations_by_conversation on operations (session_id, conversation_id);

create table settings (
    session_id text not null references sessions (id) on delete cascade,
    key text not null,
    value text not null check (json_valid(value)),
    primary key (session_id, key)
) strict, without rowid;
