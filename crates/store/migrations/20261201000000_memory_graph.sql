-- The messages before this position have been read into memories.
alter table conversations add column graph_end integer not null default 0 check (graph_end >= 0);
-- The smallest position before it whose message has changed since; null when none has. Noted by the triggers below.
alter table conversations add column graph_changed_from integer;
-- Goes up whenever memories came, and the other one whenever some changed or went.
alter table conversations add column graph_revision integer not null default 0;
alter table conversations add column graph_cut integer not null default 0;
-- The conversation that this one was begun from, whose memories it shares; that one may be gone by now.
alter table conversations add column carried_from text;

-- One exchange as it is chosen now, or something of the character's own past. Of an exchange no text is kept here; the triggers
-- remove it in the transaction that changes, removes or excludes one of its messages.
create table memories (
    -- Never used again, so that edges may name it.
    number integer not null primary key autoincrement,
    session_id text not null references sessions (id) on delete cascade,
    -- Of an exchange the id of its first message.
    id text not null,
    character_id text not null,
    -- Null for the character's own past.
    conversation_id text,
    origin text not null check (origin in ('conversation', 'book', 'messages', 'import')),
    -- The places of its messages: the first, and the one after the last.
    first_position integer,
    end_position integer,
    user_message_id text,
    reply_message_id text,
    -- SHA-256 of the hashes of its texts.
    digest blob not null check (length(digest) = 32),
    -- Of the character's own past only.
    text text,
    source text check (json_valid(source)),
    -- When it happened.
    at integer not null,
    tags text not null check (json_valid(tags)),
    -- The names in it.
    entities text not null check (json_valid(entities)),
    valence real not null,
    arousal real not null,
    emotion text not null,
    priority real not null check (priority between 0 and 1),
    -- When something that was planned in it is due.
    planned_for integer,
    unique (session_id, id),
    check ((conversation_id is null) = (text is not null)),
    check ((conversation_id is null) = (first_position is null)),
    foreign key (session_id, conversation_id) references conversations (session_id, id) on delete cascade
) strict;

create index memories_of_conversation on memories (session_id, conversation_id, first_position)
    where conversation_id is not null;
create unique index memories_of_past on memories (session_id, character_id, digest) where conversation_id is null;
create index memories_by_user_message on memories (session_id, user_message_id) where user_message_id is not null;
create index memories_by_reply on memories (session_id, reply_message_id) where reply_message_id is not null;
create index memories_planned on memories (session_id, conversation_id, planned_for) where planned_for is not null;

-- Goes up with every change of a character's own past.
create table pasts (
    session_id text not null references sessions (id) on delete cascade,
    character_id text not null,
    revision integer not null,
    primary key (session_id, character_id)
) strict, without rowid;

-- Each memory's strongest edges: the other's number and the weight, packed by the program. One may name a memory that is gone.
create table memory_edges (
    number integer not null primary key references memories (number) on delete cascade,
    edges blob not null
) strict;

-- What the reader corrected, for as long as the memory has those words.
create table memory_edits (
    session_id text not null,
    conversation_id text not null,
    memory_id text not null,
    digest blob not null check (length(digest) = 32),
    tags text check (json_valid(tags)),
    priority real check (priority between 0 and 1),
    primary key (session_id, memory_id, digest),
    foreign key (session_id, conversation_id) references conversations (session_id, id) on delete cascade
) strict, without rowid;

create index memory_edits_of_conversation on memory_edits (session_id, conversation_id);

-- What an encoder made of one wording of a message, or of a memory of the character's own past.
create table message_vectors (
    session_id text not null references sessions (id) on delete cascade,
    -- The message, or the memory.
    owner_id text not null,
    -- SHA-256 of the text: another wording has vectors of its own.
    hash blob not null check (length(hash) = 32),
    encoder text not null,
    sentence blob not null,
    tokens blob not null,
    primary key (session_id, owner_id, hash, encoder)
) strict;

-- Messages of an earlier conversation that say what was forgotten in the one that was begun from it.
create table recall_exclusions (
    session_id text not null,
    -- Where they are not recalled.
    conversation_id text not null,
    message_id text not null,
    primary key (session_id, conversation_id, message_id),
    foreign key (session_id, conversation_id) references conversations (session_id, id) on delete cascade
) strict, without rowid;

-- An appended message stands at or after the end of what was read, so that a turn writes nothing here.
create trigger graph_message_added after insert on messages
begin
    update conversations set graph_changed_from = new.position
    where session_id = new.session_id and id = new.conversation_id and new.position < graph_end
        and (graph_changed_from is null or graph_changed_from > new.position);
end;

create trigger graph_message_removed after delete on messages
begin
    update conversations set graph_changed_from = old.position
    where session_id = old.session_id and id = old.conversation_id and old.position < graph_end
        and (graph_changed_from is null or graph_changed_from > old.position);
    delete from memories where session_id = old.session_id and user_message_id = old.id;
    delete from memories where session_id = old.session_id and reply_message_id = old.id;
    delete from message_vectors where session_id = old.session_id and owner_id = old.id;
    delete from recall_exclusions where session_id = old.session_id and message_id = old.id;
end;

create trigger graph_message_moved after update of position on messages
when new.position < old.position
begin
    update conversations set graph_changed_from = new.position
    where session_id = new.session_id and id = new.conversation_id and new.position < graph_end
        and (graph_changed_from is null or graph_changed_from > new.position);
end;

create trigger graph_message_chosen after update of chosen, role on messages
when new.chosen <> old.chosen or new.role <> old.role
begin
    update conversations set graph_changed_from = new.position
    where session_id = new.session_id and id = new.conversation_id and new.position < graph_end
        and (graph_changed_from is null or graph_changed_from > new.position);
    delete from memories where session_id = old.session_id and user_message_id = old.id;
    delete from memories where session_id = old.session_id and reply_message_id = old.id;
end;

create trigger graph_text_changed after update of hash on alternates
when new.hash <> old.hash
begin
    update conversations set graph_changed_from = m.position
    from messages m
    where m.session_id = new.session_id and m.id = new.message_id and m.chosen = new.ordinal
        and conversations.session_id = m.session_id and conversations.id = m.conversation_id
        and m.position < conversations.graph_end
        and (conversations.graph_changed_from is null or conversations.graph_changed_from > m.position);
    delete from memories where session_id = old.session_id and user_message_id = old.message_id;
    delete from memories where session_id = old.session_id and reply_message_id = old.message_id;
    delete from message_vectors where session_id = old.session_id and owner_id = old.message_id and hash = old.hash;
end;

-- A reply that is being written again is read when it has ended.
create trigger graph_reply_continued after update of state on alternates
when new.state = 'streaming' and old.state <> 'streaming'
begin
    update conversations set graph_changed_from = m.position
    from messages m
    where m.session_id = new.session_id and m.id = new.message_id and m.chosen = new.ordinal
        and conversations.session_id = m.session_id and conversations.id = m.conversation_id
        and m.position < conversations.graph_end
        and (conversations.graph_changed_from is null or conversations.graph_changed_from > m.position);
    delete from memories where session_id = old.session_id and user_message_id = old.message_id;
    delete from memories where session_id = old.session_id and reply_message_id = old.message_id;
end;

create trigger graph_wording_removed after delete on alternates
begin
    delete from message_vectors where session_id = old.session_id and owner_id = old.message_id and hash = old.hash;
end;

create trigger graph_message_excluded after insert on exclusions
when new.cleared_by is null
begin
    update conversations set graph_changed_from = m.position
    from messages m
    where m.session_id = new.session_id and m.id = new.message_id
        and conversations.session_id = m.session_id and conversations.id = m.conversation_id
        and m.position < conversations.graph_end
        and (conversations.graph_changed_from is null or conversations.graph_changed_from > m.position);
    delete from memory_edits where session_id = new.session_id and memory_id = new.message_id;
    delete from memory_edits where session_id = new.session_id and memory_id in (
        select p.id
        from messages m
        join messages p on p.session_id = m.session_id and p.conversation_id = m.conversation_id
            and p.position = m.position - 1
        where m.session_id = new.session_id and m.id = new.message_id
    );
    delete from memories where session_id = new.session_id and user_message_id = new.message_id;
    delete from memories where session_id = new.session_id and reply_message_id = new.message_id;
    delete from message_vectors
    where session_id = new.session_id and owner_id = new.message_id and hash in (
        select hash from alternates
        where session_id = new.session_id and message_id = new.message_id and ordinal = new.ordinal
    );
end;

-- Excluded again after a clearing was put back, or by moving.
create trigger graph_exclusion_changed after update on exclusions
begin
    update conversations set graph_changed_from = m.position
    from messages m
    where m.session_id = new.session_id and m.id = new.message_id
        and conversations.session_id = m.session_id and conversations.id = m.conversation_id
        and m.position < conversations.graph_end
        and (conversations.graph_changed_from is null or conversations.graph_changed_from > m.position);
    delete from memories
    where session_id = new.session_id and new.cleared_by is null and user_message_id = new.message_id;
    delete from memories
    where session_id = new.session_id and new.cleared_by is null and reply_message_id = new.message_id;
end;

create trigger graph_exclusion_removed after delete on exclusions
begin
    update conversations set graph_changed_from = m.position
    from messages m
    where m.session_id = old.session_id and m.id = old.message_id
        and conversations.session_id = m.session_id and conversations.id = m.conversation_id
        and m.position < conversations.graph_end
        and (conversations.graph_changed_from is null or conversations.graph_changed_from > m.position);
end;

create trigger graph_memory_removed after delete on memories
begin
    update conversations set graph_cut = graph_cut + 1 where session_id = old.session_id and id = old.conversation_id;
    delete from message_vectors where old.conversation_id is null and session_id = old.session_id and owner_id = old.id;
    update pasts set revision = revision + 1
    where old.conversation_id is null and session_id = old.session_id and character_id = old.character_id;
end;
