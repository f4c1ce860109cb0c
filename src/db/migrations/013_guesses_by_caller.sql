-- Up Migration

-- Wrong tries of a code are counted by caller: strangers must not use up those of the person who asked for it.
-- A caller is the hash of an address group.
alter table sms_codes
  drop column wrong_tries,
  add column asked_by text not null default '',
  add column wrong_by_caller jsonb not null default '{}',
  add column wrong_by_others integer not null default 0;

-- Down Migration

alter table sms_codes
  drop column wrong_by_others,
  drop column wrong_by_caller,
  drop column asked_by,
  add column wrong_tries integer not null default 0;
