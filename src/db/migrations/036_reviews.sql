-- Up Migration

-- Decisions about a community's applications. `communities` holds the application of today, which the next one overwrites.
create table community_decisions (
  id uuid primary key,
  member_id uuid not null references members (id) on delete cascade,
  name text not null,
  state text not null check (state in ('approved', 'refused')),
  reason text,
  submitted_at timestamptz not null,
  reviewed_at timestamptz not null,
  reviewed_by uuid references members (id)
);
create index community_decisions_of_member on community_decisions (member_id, reviewed_at desc);
create index community_decisions_of_reviewer on community_decisions (reviewed_by) where reviewed_by is not null;
create index community_decisions_by_time on community_decisions (reviewed_at desc, id);
insert into community_decisions (id, member_id, name, state, reason, submitted_at, reviewed_at, reviewed_by)
select gen_random_uuid(), member_id, name, state, reason, submitted_at, reviewed_at, reviewed_by
from communities where state <> 'under-review' and reviewed_at is not null;

-- The console lists what waits, oldest first, and what was decided, newest first.
create index identity_proofs_waiting on identity_proofs (submitted_at, id) where state = 'under-review';
create index identity_proofs_by_time on identity_proofs (reviewed_at desc, id) where reviewed_at is not null;
create index communities_waiting on communities (submitted_at, member_id) where state = 'under-review';

-- Who changed a round last: told to whoever saves an older version of it.
alter table rounds
  add column changed_by uuid references members (id),
  add column changed_at timestamptz;
create index rounds_of_changer on rounds (changed_by) where changed_by is not null;

-- Down Migration

alter table rounds drop column changed_by, drop column changed_at;
drop index communities_waiting, identity_proofs_by_time, identity_proofs_waiting;
drop table community_decisions;
