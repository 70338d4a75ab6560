-- What a model said that an exchange is about, for as long as it has these words. Tags of the reader stand in their place.
alter table memory_edits add column found_tags text check (json_valid(found_tags));
