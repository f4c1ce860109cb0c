-- Up Migration

-- A closure took this floor from the wish's member and was lifted early: they are served before everybody who wished.
alter table wishes add column had_it_before boolean not null default false;

-- Down Migration

alter table wishes drop column had_it_before;
