-- How far ahead of UTC the clock was that told a time which came from a file, in seconds; null where it is not known.
alter table messages add column utc_offset integer;
alter table alternates add column utc_offset integer;

-- Parts of save files that this version keeps without using them, in their own words.
create table kept_sections (
    session_id text not null,
    conversation_id text not null,
    name text not null,
    json text not null check (json_valid(json)),
    primary key (session_id, conversation_id, name),
    foreign key (session_id, conversation_id) references conversations (session_id, id) on delete cascade
) strict, without rowid;

-- Finds the branches of a conversation.
create index conversations_by_branching on conversations (session_id, branched_from) where branched_from is not null;
