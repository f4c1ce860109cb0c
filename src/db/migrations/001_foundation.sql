-- Up Migration

create table settings (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now(),
  changed_by uuid
);

-- Who a member is for pricing. The centre may rename them; the codes are stable.
create table identities (
  id integer primary key,
  code text not null unique,
  name_tw text not null,
  name_en text not null,
  needs_proof boolean not null,
  for_community boolean not null default false
);

insert into identities (id, code, name_tw, name_en, needs_proof, for_community) values
  (1, 'PUB', '一般民眾', 'General public', false, false),
  (2, 'RES', '在地居民', 'Local resident', true, false),
  (3, 'STU', '學生', 'Student', true, false),
  (4, 'STAFF', '教職員工', 'Faculty & staff', true, false),
  (5, 'ALUM', '校友', 'Alumni', true, false),
  (6, 'SEN', '敬老（65 歲以上）', 'Senior (65+)', true, false),
  (7, 'DIS', '身心障礙（含必要陪伴者 1 名）', 'Disability (+1 companion)', true, false),
  (8, 'LOW', '低／中低收入戶', 'Low-income household', true, false),
  (9, 'CLUB', '社團／社區', 'Club / community', false, true),
  (10, 'ORG', '機關團體／公司', 'Organisation / company', false, true);

create table files (
  id uuid primary key,
  -- Null until an account exists: the privacy file comes before it.
  owner_id uuid,
  purpose text not null check (purpose in ('privacy', 'upload')),
  name text not null,
  type text not null,
  size integer not null check (size >= 0),
  sha256 text not null,
  published boolean not null default false,
  -- The row comes before the bytes, so that bytes without a row cannot exist. Until they are there, nobody sees the file.
  stored boolean not null default false,
  created_at timestamptz not null default now(),
  -- Null while nothing refers to it; such a file is removed a day after `loose_since`, and so is one whose owner is gone.
  kept_at timestamptz,
  loose_since timestamptz not null default now()
);
-- Not for what is claimed after it was uploaded: of that, one owner may claim two that are the same.
create unique index files_no_doubles on files (owner_id, sha256, name) where purpose = 'upload' and owner_id is not null and stored;
create index files_loose on files (loose_since) where kept_at is null or owner_id is null;

create table members (
  id uuid primary key,
  account text not null,
  email text not null,
  email_confirmed_at timestamptz,
  name text not null,
  mobile text not null,
  secret_hash text not null,
  locale text not null check (locale in ('tw', 'en')),
  role text check (role in ('admin', 'manager', 'desk', 'finance', 'editor')),
  identity_id integer not null references identities (id),
  emergency_name text,
  emergency_phone text,
  privacy_file_id uuid references files (id),
  privacy_consented_at timestamptz,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create unique index members_account on members (lower(account));
-- An address or a mobile belongs to one confirmed member. Registrations that were never confirmed do not
-- compete for it, so that registering tells nobody whether an address is known.
create unique index members_email on members (lower(email)) where email_confirmed_at is not null and closed_at is null;
create unique index members_mobile on members (mobile) where email_confirmed_at is not null and closed_at is null;
create index members_unconfirmed on members (created_at) where email_confirmed_at is null;

alter table files add constraint files_owner foreign key (owner_id) references members (id) on delete set null;

create table sessions (
  id uuid primary key,
  member_id uuid not null references members (id) on delete cascade,
  device text not null,
  address text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_of_member on sessions (member_id) where ended_at is null;

-- One-time links that went out by mail. The link is signed; this row makes it work once.
create table tokens (
  id uuid primary key,
  purpose text not null check (purpose in ('confirm-email', 'change-email', 'reset-secret')),
  member_id uuid not null references members (id) on delete cascade,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index tokens_of_member on tokens (member_id);

create table sms_codes (
  id uuid primary key,
  mobile text not null,
  purpose text not null check (purpose in ('confirm-mobile', 'reset-secret')),
  code_hash text not null,
  wrong_tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sms_codes_of_mobile on sms_codes (mobile, purpose, created_at desc);

-- Counted here and not in a process, so that every process sees the same numbers.
create table rate_limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);
create index rate_limits_stale on rate_limits (resets_at);

create table failed_logins (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz
);

create table identity_proofs (
  id uuid primary key,
  member_id uuid not null references members (id) on delete cascade,
  identity_id integer not null references identities (id),
  file_id uuid not null references files (id),
  state text not null check (state in ('under-review', 'approved', 'refused')),
  reason text,
  submitted_at timestamptz not null,
  reviewed_at timestamptz,
  reviewed_by uuid references members (id)
);
create index identity_proofs_of_member on identity_proofs (member_id, submitted_at desc);
create unique index identity_proofs_one_open on identity_proofs (member_id) where state = 'under-review';

create table communities (
  member_id uuid primary key references members (id) on delete cascade,
  name text not null,
  registration_no text not null,
  representative text not null,
  state text not null check (state in ('under-review', 'approved', 'refused')),
  reason text,
  submitted_at timestamptz not null,
  reviewed_at timestamptz,
  reviewed_by uuid references members (id)
);
create table community_documents (
  member_id uuid not null references communities (member_id) on delete cascade,
  file_id uuid not null references files (id),
  primary key (member_id, file_id)
);

-- Mails and texts on their way. `cause` says why one was written; the same cause never writes a second.
create table messages (
  id uuid primary key,
  cause text not null unique,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text,
  -- Emptied once sent, unless this is the demo: a code or a link must not lie around.
  body text,
  locale text not null check (locale in ('tw', 'en')),
  state text not null check (state in ('queued', 'sending', 'sent', 'failed', 'unsure')),
  tries integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index messages_recent on messages (created_at desc);

-- Down Migration

drop table messages, community_documents, communities, identity_proofs, failed_logins, rate_limits, sms_codes, tokens, sessions cascade;
alter table files drop constraint files_owner;
drop table members, files, identities, settings cascade;
