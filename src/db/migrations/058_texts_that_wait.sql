-- Up Migration

-- A notice by text that found the hour's budget spent waits for room in it until this moment, such as the start of the game. Null: it
-- has its turn, or needs none.
alter table messages add column waits_until timestamptz;
create index messages_waiting on messages (waits_until) where waits_until is not null;

-- Down Migration

drop index messages_waiting;
alter table messages drop column waits_until;
