-- Up Migration

-- A story is seen before it is published by a signed link that runs out, as an article is.
alter table highlights drop column preview_key;

-- Down Migration

alter table highlights add column preview_key uuid not null default gen_random_uuid();
