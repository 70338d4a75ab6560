-- Characters of the reader that lie in the trash. Their files lie in the folder `trash/{id}` beside the database.
create table trashed_characters (
    session_id text not null references sessions (id) on delete cascade,
    id text not null,
    character_id text not null,
    name text not null,
    -- The row comes before the files move and goes after them, so that what a killed program left half done is done at the next
    -- start: into the trash, there, out of it again, or away for good.
    state text not null check (state in ('going', 'lying', 'coming', 'erasing')),
    removed_at integer not null,
    primary key (session_id, id)
) strict, without rowid;

create index trashed_characters_by_time on trashed_characters (removed_at);

-- Their own past: as in `memories`, apart from which it stands, so that nothing that recalls can meet it.
create table trashed_memories (
    session_id text not null,
    trash_id text not null,
    id text not null,
    origin text not null,
    digest blob not null,
    text text not null,
    source text,
    at integer not null,
    tags text not null,
    entities text not null,
    valence real not null,
    arousal real not null,
    emotion text not null,
    priority real not null,
    planned_for integer,
    primary key (session_id, trash_id, id),
    foreign key (session_id, trash_id) references trashed_characters (session_id, id) on delete cascade
) strict;

-- The character that a conversation went into the trash with: they come back, or are erased, together.
alter table trash add column went_with text;

create index trash_by_character on trash (session_id, went_with) where went_with is not null;

-- Finds the jobs that a character was made by.
create index jobs_by_character on jobs (session_id, character_id) where character_id is not null;
