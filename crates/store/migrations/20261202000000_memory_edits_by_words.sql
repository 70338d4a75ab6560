-- The words that a correction is about, so that it goes with them and with nothing else: the hash of the text that the memory
-- begins with, and of the reply to it. Null where that was not noted, and without a reply.
alter table memory_edits add column first_hash blob check (length(first_hash) = 32);
alter table memory_edits add column reply_message_id text;
alter table memory_edits add column reply_hash blob check (length(reply_hash) = 32);

create index memory_edits_by_reply on memory_edits (session_id, reply_message_id) where reply_message_id is not null;

update memory_edits
set first_hash = f.hash, reply_message_id = r.message_id, reply_hash = r.hash
from memories m
join messages b on b.session_id = m.session_id and b.id = m.id
join alternates f on f.session_id = b.session_id and f.message_id = b.id and f.ordinal = b.chosen
left join messages e on e.session_id = m.session_id and e.id = m.reply_message_id and e.id <> m.id
left join alternates r on r.session_id = e.session_id and r.message_id = e.id and r.ordinal = e.chosen
where m.session_id = memory_edits.session_id and m.id = memory_edits.memory_id and m.digest = memory_edits.digest;

-- As before, but for the corrections: those of the message before went too, whatever that was.
drop trigger graph_message_excluded;
create trigger graph_message_excluded after insert on exclusions
when new.cleared_by is null
begin
    update conversations set graph_changed_from = m.position
    from messages m
    where m.session_id = new.session_id and m.id = new.message_id
        and conversations.session_id = m.session_id and conversations.id = m.conversation_id
        and m.position < conversations.graph_end
        and (conversations.graph_changed_from is null or conversations.graph_changed_from > m.position);
    delete from memories where session_id = new.session_id and user_message_id = new.message_id;
    delete from memories where session_id = new.session_id and reply_message_id = new.message_id;
    delete from message_vectors
    where session_id = new.session_id and owner_id = new.message_id and hash in (
        select hash from alternates
        where session_id = new.session_id and message_id = new.message_id and ordinal = new.ordinal
    );
end;

-- The wordings that are excluded, where they stand and where they lie in the trash.
create view excluded_wordings as
select e.session_id, e.message_id, e.ordinal, a.hash
from exclusions e
join alternates a on a.session_id = e.session_id and a.message_id = e.message_id and a.ordinal = e.ordinal
where e.cleared_by is null
union all
select e.session_id, e.message_id, e.ordinal, a.hash
from exclusions e
join trash t on t.session_id = e.session_id and t.conversation_id = e.conversation_id
join trashed_alternates a on a.session_id = t.session_id and a.trash_id = t.id and a.message_id = e.message_id
    and a.ordinal = e.ordinal
where e.cleared_by is null;

create trigger memory_edits_excluded after insert on exclusions
when new.cleared_by is null
begin
    delete from memory_edits
    where session_id = new.session_id and memory_id = new.message_id and (first_hash is null or first_hash in (
        select hash from excluded_wordings
        where session_id = new.session_id and message_id = new.message_id and ordinal = new.ordinal
    ));
    delete from memory_edits
    where session_id = new.session_id and reply_message_id = new.message_id and reply_hash in (
        select hash from excluded_wordings
        where session_id = new.session_id and message_id = new.message_id and ordinal = new.ordinal
    );
    -- Of which the words were not noted: it may be the reply to them.
    delete from memory_edits
    where session_id = new.session_id and first_hash is null and memory_id in (
        select p.id
        from messages m
        join messages p on p.session_id = m.session_id and p.conversation_id = m.conversation_id
            and p.position = m.position - 1
        where m.session_id = new.session_id and m.id = new.message_id and m.role = 'character' and p.role = 'user'
    );
end;

-- Excluded again: what was corrected meanwhile goes.
create trigger memory_edits_excluded_again after update on exclusions
when new.cleared_by is null
begin
    delete from memory_edits
    where session_id = new.session_id and memory_id = new.message_id and (first_hash is null or first_hash in (
        select hash from excluded_wordings
        where session_id = new.session_id and message_id = new.message_id and ordinal = new.ordinal
    ));
    delete from memory_edits
    where session_id = new.session_id and reply_message_id = new.message_id and reply_hash in (
        select hash from excluded_wordings
        where session_id = new.session_id and message_id = new.message_id and ordinal = new.ordinal
    );
end;
