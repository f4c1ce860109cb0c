-- Up Migration

-- Made by the demo's loader: everybody knows the secret of some of these. While the demo is off, all of them are shut out.
alter table members
  add column demo boolean not null default false,
  add column shut_out boolean not null default false,
  add constraint members_only_demo_is_shut_out check (demo or not shut_out);

-- A demo that is older than the mark. The accounts that can log in are known by the moment they were made, too:
-- whoever tried the demo may have given them another address.
update members m set demo = true
from settings s
where s.key = 'demo_loaded'
  and ((m.account in ('member', 'community', 'staff') and (m.email = m.account || '@example.com' or m.created_at = (s.value #>> '{}')::timestamptz))
    or (m.account ~ '^(guest\d{4}|club\d+)$' and m.email = m.account || '@example.com'));

-- The price of a community is for communities: who has never applied to be one is a member of the public.
update members m set identity_id = 1
from identities i
where i.id = m.identity_id and i.for_community and not exists (select from communities c where c.member_id = m.id);

-- How a member could be reached before they changed it. For a while, whoever was reached there can take the change back.
create table contact_changes (
  id uuid primary key,
  -- Taking back an earlier change takes back the later ones with it, never the other way round.
  no bigint generated always as identity,
  member_id uuid not null references members (id) on delete cascade,
  email text not null,
  mobile text not null,
  changed_at timestamptz not null,
  undo_until timestamptz not null,
  undone_at timestamptz
);
create index contact_changes_of_member on contact_changes (member_id, no);
create index contact_changes_over on contact_changes (undo_until);

-- Down Migration

drop table contact_changes;
alter table members drop constraint members_only_demo_is_shut_out, drop column shut_out, drop column demo;
