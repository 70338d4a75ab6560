-- As in `messages` and `alternates`: what was brought in from a file and then removed comes back with the clock it had.
alter table trashed_messages add column utc_offset integer;
alter table trashed_alternates add column utc_offset integer;
