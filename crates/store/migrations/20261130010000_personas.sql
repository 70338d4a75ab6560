-- Whom the reader can play.
create table personas (
    session_id text not null references sessions (id) on delete cascade,
    id text not null,
    name text not null,
    description text not null default '',
    -- The format of the picture's file, and a text that changes with its content; both null without a picture.
    picture_format text check (picture_format in ('png', 'jpeg', 'webp')),
    picture_version text,
    created_at integer not null,
    updated_at integer not null,
    primary key (session_id, id),
    check ((picture_format is null) = (picture_version is null))
) strict, without rowid;

-- Finds the conversations that a change of a persona reaches.
create index conversations_by_persona on conversations (session_id, persona_id) where persona_id is not null;
