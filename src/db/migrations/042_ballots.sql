-- Up Migration

-- A round is first-come, or a ballot: clubs rank wishes until its window ends, the wishes are fixed, and a public random value
-- decides. After the draw its window is that of what the draw has left, which is first-come.
alter table rounds drop constraint rounds_mode_check, add constraint rounds_mode_check check (mode in ('first-come', 'ballot'));
alter table rounds
  add column frozen_at timestamptz,
  add column drawn_at timestamptz,
  -- Share of each facility's floor that only clubs without an earlier season may draw, in percent.
  add column newcomer_percent smallint not null default 0 check (newcomer_percent between 0 and 50);
alter table rounds add constraint rounds_drawn_after_frozen check (drawn_at is null or frozen_at is not null);

-- A club's entry in a ballot: what a pre-order says besides its dates, and up to eight wishes.
create table ballot_entries (
  id uuid primary key,
  round_id integer not null references rounds (id),
  member_id uuid not null references members (id),
  title text not null,
  purpose text not null,
  contact_name text not null,
  contact_phone text not null,
  headcount integer not null,
  -- How often the entry was saved: another page that was opened before is refused.
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- Given at the freeze. The number stands in the manifest in place of the club's name.
  number integer,
  tickets smallint check (tickets between 1 and 4),
  sport text,
  -- Staff accepted an objection before the draw: what the entry draws goes to its substitutes.
  passed_over_at timestamptz,
  -- Weekly periods that the draw gave it.
  drawn integer,
  unique (round_id, member_id)
);
create unique index ballot_entries_by_number on ballot_entries (round_id, number) where number is not null;
create index ballot_entries_of_member on ballot_entries (member_id);

create table ballot_wishes (
  entry_id uuid not null references ballot_entries (id) on delete cascade,
  rank smallint not null check (rank between 1 and 8),
  -- 1 is Monday.
  weekday smallint not null check (weekday between 1 and 7),
  -- Minutes after midnight.
  from_minute smallint not null check (from_minute >= 0),
  to_minute smallint not null check (to_minute <= 1440),
  facility_id integer not null references facilities (id),
  -- Null: any court of the facility.
  court_id integer references courts (id),
  -- The wish is passed over when fewer dates than this are free.
  least_percent smallint not null check (least_percent between 1 and 100),
  primary key (entry_id, rank),
  check (from_minute < to_minute)
);
create index ballot_wishes_of_facility on ballot_wishes (facility_id);
create index ballot_wishes_of_court on ballot_wishes (court_id) where court_id is not null;

-- What a ballot is decided by, fixed at the end of its window and published. Never changed.
create table ballot_manifests (
  round_id integer primary key references rounds (id),
  -- The exact text whose SHA-256 was mailed to the clubs.
  manifest text not null,
  hash text not null,
  -- From when the value that decides can be known.
  due_at timestamptz not null,
  -- Commit and reveal: the secret whose hash is in the manifest; published at the draw. Null with a public beacon.
  secret text,
  frozen_at timestamptz not null,
  frozen_by uuid references members (id)
);
create index ballot_manifests_of_freezer on ballot_manifests (frozen_by) where frozen_by is not null;

-- Objections between the freeze and the draw, as staff have noted them.
create table ballot_objections (
  id uuid primary key,
  round_id integer not null references rounds (id),
  -- The entry that it is about, if it is about one.
  entry_id uuid references ballot_entries (id),
  note text not null,
  is_accepted boolean not null,
  noted_at timestamptz not null,
  noted_by uuid not null references members (id)
);
create index ballot_objections_of_round on ballot_objections (round_id, noted_at);
create index ballot_objections_of_entry on ballot_objections (entry_id) where entry_id is not null;
create index ballot_objections_of_writer on ballot_objections (noted_by);

-- A draw, at most one for each round: the value that decided, and everything that follows from it.
create table ballot_draws (
  round_id integer primary key references ballot_manifests (round_id),
  -- The exact text that is published.
  draw text not null,
  drawn_at timestamptz not null,
  drawn_by uuid references members (id)
);
create index ballot_draws_of_drawer on ballot_draws (drawn_by) where drawn_by is not null;

-- Turns of a draw that took a wish, in draw order: one weekly period each.
create table ballot_turns (
  id uuid primary key,
  round_id integer not null references ballot_draws (round_id),
  turn integer not null,
  entry_id uuid not null references ballot_entries (id),
  rank smallint not null,
  court_id integer not null references courts (id),
  -- The line of the pre-order that was made of it; null when the entry was passed over.
  preorder_id uuid references preorders (id),
  line integer,
  unique (round_id, turn)
);
create index ballot_turns_of_entry on ballot_turns (entry_id);
create index ballot_turns_of_court on ballot_turns (court_id);
create index ballot_turns_of_preorder on ballot_turns (preorder_id) where preorder_id is not null;

-- Clubs that wanted a weekly period and did not get it, in draw order. What comes free is offered to the first that waits.
create table ballot_substitutes (
  id uuid primary key,
  turn_id uuid not null references ballot_turns (id),
  place integer not null,
  entry_id uuid not null references ballot_entries (id),
  rank smallint not null,
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'accepted', 'declined', 'lapsed', 'passed')),
  -- Why it was passed: its weeks are full, it is suspended, its account is closed.
  why text,
  offered_at timestamptz,
  -- The offer is open until then; its floor is held a little longer, until the next one has it.
  until timestamptz,
  answered_at timestamptz,
  preorder_id uuid references preorders (id),
  unique (turn_id, place),
  check (state <> 'offered' or until is not null)
);
create index ballot_substitutes_offered on ballot_substitutes (until) where state = 'offered';
create index ballot_substitutes_of_entry on ballot_substitutes (entry_id);
create index ballot_substitutes_of_preorder on ballot_substitutes (preorder_id) where preorder_id is not null;

-- Dates that are offered to a substitute. The id is the holder of their occupancy.
create table ballot_offer_dates (
  id uuid primary key,
  substitute_id uuid not null references ballot_substitutes (id),
  court_id integer not null references courts (id),
  day date not null,
  during tstzrange not null,
  price integer not null check (price >= 0),
  light_fee integer not null check (light_fee >= 0)
);
create index ballot_offer_dates_of_substitute on ballot_offer_dates (substitute_id);
create index ballot_offer_dates_of_court on ballot_offer_dates (court_id);

-- Down Migration

delete from occupancy where holder_id in (select id from ballot_offer_dates);
drop table ballot_offer_dates, ballot_substitutes, ballot_turns, ballot_draws, ballot_objections, ballot_manifests, ballot_wishes, ballot_entries;
delete from outbox where topic = 'ballot';
alter table rounds drop column newcomer_percent, drop column drawn_at, drop column frozen_at;
update rounds set mode = 'first-come';
alter table rounds drop constraint rounds_mode_check, add constraint rounds_mode_check check (mode in ('first-come'));
