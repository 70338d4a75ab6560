-- Long work in many calls: making a character out of a book or of messages. A job is taken up again from its rows.
create table jobs (
    session_id text not null references sessions (id) on delete cascade,
    id text not null,
    kind text not null check (kind in ('novel', 'messages')),
    state text not null check (state in ('planning', 'running', 'paused', 'review', 'saved')),
    -- The book's title, or where the messages are from.
    title text not null,
    -- Whose character is made; empty until that is planned.
    person text not null default '',
    -- What is read, as JSON: a whole book, or where an export lies and how it is read.
    source text not null,
    -- SHA-256 of what was read, so that the same book is known again.
    source_digest blob not null check (length(source_digest) = 32),
    -- How it was planned, as JSON; null until then.
    plan text,
    -- What came of it, as JSON; null until then. Its revision goes up with every change.
    draft text,
    draft_revision integer not null default 0 check (draft_revision >= 0),
    -- Why it was stopped, as JSON; null when the reader stopped it, or nothing did.
    error text,
    -- The character that is saved, and the operation that asked for it.
    character_id text,
    saved_by text,
    created_at integer not null,
    updated_at integer not null,
    primary key (session_id, id)
) strict;

create index jobs_by_time on jobs (session_id, created_at);

-- What its calls read, in order.
create table job_passages (
    session_id text not null,
    job_id text not null,
    number integer not null check (number >= 0),
    content text not null,
    primary key (session_id, job_id, number),
    foreign key (session_id, job_id) references jobs (session_id, id) on delete cascade
) strict;

-- What its calls gave. The digest is of all that an answer depends on: the text, the prompt, the model and the chunker. An answer
-- to other words is never used.
create table job_pieces (
    session_id text not null,
    job_id text not null,
    kind text not null check (kind in ('passage', 'chapter', 'book', 'person')),
    number integer not null check (number >= 0),
    digest blob not null check (length(digest) = 32),
    -- As JSON; null when every try failed.
    answer text,
    -- Why, when every try failed.
    failure text,
    tries integer not null check (tries >= 1),
    finished_at integer not null,
    primary key (session_id, job_id, kind, number, digest),
    check ((answer is null) <> (failure is null)),
    foreign key (session_id, job_id) references jobs (session_id, id) on delete cascade
) strict;

create index job_pieces_by_digest on job_pieces (session_id, digest);
