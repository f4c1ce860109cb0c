-- Up Migration

-- What staff did: one row for each action, written by the transaction of the action. Append only: functions/keep_audit_log.sql.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  member_id uuid,
  -- As they were at that moment.
  actor_name text not null,
  actor_role text,
  address text not null,
  call text not null,
  request_id text,
  action text not null check (action ~ '^[a-z][a-z_]*\.[a-z][a-z_]*$'),
  subject_kind text not null,
  subject_id text not null,
  subject_label text not null default '',
  before jsonb,
  after jsonb,
  note text not null default '',
  -- Long texts are cut: an index entry is no archive.
  words tsvector generated always as (search_pieces(left(
    actor_name || ' ' || subject_id || ' ' || subject_label || ' ' || note || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''),
    4000
  ))) stored
);
comment on column audit_log.member_id is
  'Who acted. No foreign key: the row outlives what it names, and writing it takes no lock on the member''s row.';
comment on column audit_log.subject_id is 'By subject_kind of several tables, of modules that the audit log does not know.';
comment on column audit_log.request_id is 'Of the HTTP request, as in the process''s log; not the id of a row.';

-- The list is read newest first, a page at a time, with one filter or several.
create index audit_log_by_time on audit_log (at desc, id desc);
create index audit_log_by_actor on audit_log (member_id, at desc, id desc);
create index audit_log_by_action on audit_log (action, at desc, id desc);
create index audit_log_by_subject on audit_log (subject_kind, subject_id, at desc, id desc);
create index audit_log_by_words on audit_log using gin (words);

-- Down Migration

drop table audit_log;
