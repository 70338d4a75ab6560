-- The thing in the trash that holds the former words of the message before, where a message is excluded since it takes those up; it is
-- sent again when they are put back. Null for what was forgotten.
alter table exclusions add column former_words text;

create index exclusions_by_former_words on exclusions (session_id, former_words) where former_words is not null;
