-- Which message a row of `search_words` is about.
create table search_rows (
    id integer not null primary key,
    session_id text not null,
    conversation_id text not null,
    message_id text not null,
    unique (session_id, message_id)
) strict;

-- Messages whose row may differ from what they say now. The triggers below write it in the transaction that changes a message,
-- whatever that is; a search works it off before it looks. What is a word is not for SQL to say.
create table search_pending (
    session_id text not null,
    message_id text not null,
    primary key (session_id, message_id)
) strict, without rowid;

-- The words of the chosen alternates, folded by the program and parted by spaces, and in `scope` one word for the session and one
-- for the conversation. It keeps no text; the words lie in `alternates`.
create virtual table search_words using fts5 (
    scope,
    words,
    content = '',
    contentless_delete = 1,
    tokenize = 'ascii',
    prefix = '2 3'
);

create trigger search_alternate_added after insert on alternates
when new.state <> 'streaming'
begin
    insert into search_pending (session_id, message_id) values (new.session_id, new.message_id) on conflict do nothing;
end;

-- A reply that is being written is not searched, so its growing is no news.
create trigger search_alternate_changed after update of text, state, ordinal on alternates
when new.state <> 'streaming' or old.state <> 'streaming'
begin
    insert into search_pending (session_id, message_id) values (new.session_id, new.message_id) on conflict do nothing;
end;

create trigger search_alternate_removed after delete on alternates
begin
    insert into search_pending (session_id, message_id) values (old.session_id, old.message_id) on conflict do nothing;
end;

create trigger search_alternate_chosen after update of chosen, conversation_id on messages
begin
    insert into search_pending (session_id, message_id) values (new.session_id, new.id) on conflict do nothing;
end;

create trigger search_message_removed after delete on messages
begin
    insert into search_pending (session_id, message_id) values (old.session_id, old.id) on conflict do nothing;
end;

insert into search_pending (session_id, message_id) select session_id, id from messages;
