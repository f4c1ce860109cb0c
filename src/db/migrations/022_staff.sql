-- Up Migration

alter table members
  -- When the member was given a role, and since when it is suspended: while it is, the member is an ordinary member.
  add column staff_since timestamptz,
  add column staff_suspended_at timestamptz,
  -- The role was given by an account of the demo, whose secret is published, or by somebody who had theirs from one. It is
  -- taken away when the demo is turned off.
  add column staff_by_demo boolean not null default false,
  add constraint members_staff_has_a_role check (role is not null or (staff_since is null and staff_suspended_at is null));
update members set staff_since = created_at where role is not null;

-- For listing staff and for locking all admins.
create index members_staff on members (role) where role is not null;

-- Staff may have no mobile: an empty one belongs to nobody.
drop index members_mobile;
create unique index members_mobile on members (mobile) where email_confirmed_at is not null and closed_at is null and mobile <> '';

-- A link that makes somebody a member of staff. `setup`: the link that the service prints at its start while there is no
-- admin. `join`: for one address.
create table staff_invitations (
  id uuid primary key,
  purpose text not null check (purpose in ('setup', 'join')),
  -- SHA-256 of the link's key, which has 192 random bits. The key itself is stored nowhere.
  key_hash text not null unique,
  email text,
  role text not null check (role in ('admin', 'manager', 'desk', 'finance', 'editor')),
  locale text not null check (locale in ('tw', 'en')),
  -- Made at the machine (npm run staff) for somebody who has lost password and second factor: the holder of the link
  -- chooses both anew.
  recovers boolean not null default false,
  -- Null: made at the machine.
  invited_by uuid references members (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references members (id),
  withdrawn_at timestamptz,
  check ((purpose = 'join') = (email is not null)),
  check (purpose = 'join' or role = 'admin')
);
-- One link for setting up, and one invitation for an address, can be open at a time.
create unique index staff_invitations_one_setup on staff_invitations (purpose)
  where purpose = 'setup' and used_at is null and withdrawn_at is null;
create unique index staff_invitations_one_each on staff_invitations (lower(email))
  where purpose = 'join' and used_at is null and withdrawn_at is null;
create index staff_invitations_over on staff_invitations (expires_at);
create index staff_invitations_of_inviter on staff_invitations (invited_by) where invited_by is not null;
create index staff_invitations_of_user on staff_invitations (used_by) where used_by is not null;

-- Down Migration

drop table staff_invitations;
drop index members_mobile;
create unique index members_mobile on members (mobile) where email_confirmed_at is not null and closed_at is null;
drop index members_staff;
drop view if exists priced_members;
alter table members
  drop constraint members_staff_has_a_role,
  drop column staff_by_demo,
  drop column staff_suspended_at,
  drop column staff_since;
