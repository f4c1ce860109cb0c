-- Up Migration

-- A member may have no secret: who logs in by a passkey, or by another issuer, needs none.
alter table members
  drop constraint members_guest_or_account,
  add constraint members_guest_or_account check (
    case when not is_guest then num_nulls(account, email) = 0
      when closed_at is not null then num_nonnulls(email_confirmed_at, role) = 0
      else num_nonnulls(account, email, secret_hash, email_confirmed_at, role, registering_hash) = 0 and name <> '' and mobile <> '' end);

-- By whom else a member is known: the subject of an issuer who logs in as them. A subject is one member's; a member may have several.
create table login_subjects (
  id uuid primary key default gen_random_uuid(),
  issuer text not null,
  subject text not null,
  member_id uuid not null references members (id) on delete cascade,
  -- The key of the way to log in by which it came.
  way text not null,
  linked_at timestamptz not null,
  last_used_at timestamptz,
  unique (issuer, subject)
);
create index login_subjects_of_member on login_subjects (member_id);

-- Down Migration

drop table login_subjects;
update members set secret_hash = '' where secret_hash is null and not is_guest;
alter table members
  drop constraint members_guest_or_account,
  add constraint members_guest_or_account check (
    case when not is_guest then num_nulls(account, email, secret_hash) = 0
      when closed_at is not null then num_nonnulls(email_confirmed_at, role) = 0
      else num_nonnulls(account, email, secret_hash, email_confirmed_at, role, registering_hash) = 0 and name <> '' and mobile <> '' end);
