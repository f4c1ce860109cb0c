-- Up Migration

-- Who acts for a club. The club itself is a member: it orders, is told of, and has points and refunds. A club that logs in by its own
-- row acts for itself.
create table club_people (
  club_id uuid not null references members (id) on delete cascade,
  person_id uuid not null references members (id) on delete cascade,
  role text not null check (role in ('owner', 'booker', 'treasurer')),
  since timestamptz not null,
  primary key (club_id, person_id)
);
create unique index club_people_one_owner on club_people (club_id) where role = 'owner';
create index club_people_of_person on club_people (person_id);

insert into club_people (club_id, person_id, role, since) select member_id, member_id, 'owner', submitted_at from communities;

-- For which club somebody acts in this session; null: for themselves. A role that is taken away ends it in the same statement.
alter table sessions
  add column acts_for uuid,
  add constraint sessions_acts_for foreign key (acts_for, member_id) references club_people (club_id, person_id) on delete set null (acts_for);
create index sessions_acting on sessions (acts_for, member_id) where acts_for is not null;

-- By whom somebody is asked to act for a club. `key_hash`: of the mailed link.
create table club_invitations (
  id uuid primary key,
  club_id uuid not null references members (id) on delete cascade,
  email text not null,
  role text not null check (role in ('booker', 'treasurer')),
  key_hash text not null unique,
  invited_by uuid references members (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  check (accepted_at is null or withdrawn_at is null)
);
create index club_invitations_of_club on club_invitations (club_id);
create index club_invitations_by on club_invitations (invited_by) where invited_by is not null;
create unique index club_invitations_open on club_invitations (club_id, lower(email)) where accepted_at is null and withdrawn_at is null;

-- An owner offers the club to somebody who is in it. It is over when either of them is not any more.
create table club_handovers (
  club_id uuid primary key,
  from_id uuid not null,
  to_id uuid not null,
  offered_at timestamptz not null,
  check (from_id <> to_id),
  foreign key (club_id, from_id) references club_people (club_id, person_id) on delete cascade,
  foreign key (club_id, to_id) references club_people (club_id, person_id) on delete cascade
);
create index club_handovers_from on club_handovers (club_id, from_id);
create index club_handovers_to on club_handovers (club_id, to_id);

-- Down Migration

drop table club_handovers, club_invitations;
alter table sessions drop constraint sessions_acts_for, drop column acts_for;
drop trigger if exists communities_add_owner on communities;
drop table club_people;
