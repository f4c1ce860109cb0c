-- Up Migration

-- A wish for floor that is full: a sport, a facility or one court, a part of a day, how long, how many courts at once. When
-- floor comes free, the first in line whose wish fits is offered it as an order that awaits payment.
create table wishes (
  id uuid primary key,
  -- The line: who wished earlier is served earlier.
  number bigint generated always as identity unique,
  member_id uuid not null references members (id),
  sport text not null,
  -- Null: any facility of the sport.
  facility_id integer references facilities (id),
  -- Null: any court of the facility or the sport.
  court_id integer references courts (id),
  day date not null,
  -- Minutes after midnight.
  from_minute smallint not null check (from_minute >= 0),
  to_minute smallint not null check (to_minute <= 1440),
  minutes smallint not null check (minutes > 0),
  courts smallint not null check (courts between 1 and 4),
  -- Nothing is offered from this moment on.
  not_after timestamptz not null,
  -- An offered wish is over: its order says whether it was paid for, declined or let lapse.
  state text not null check (state in ('open', 'offered', 'withdrawn')),
  order_id uuid unique references orders (id),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (from_minute + minutes <= to_minute),
  check (court_id is null or courts = 1),
  check ((order_id is not null) = (state = 'offered'))
);
create index wishes_open_of_member on wishes (member_id) where state = 'open';
create index wishes_of_member on wishes (member_id, created_at desc);
create index wishes_by_day on wishes (day);

-- The floor that open wishes wait for: one row for each space. Whatever frees floor looks here, and nowhere else, whether
-- somebody waits for it.
create table awaited_spaces (
  wish_id uuid not null,
  space_id integer not null,
  during tstzrange not null,
  until timestamptz not null,
  primary key (wish_id, space_id)
);
comment on column awaited_spaces.wish_id is 'a wish, of a module that availability does not know: no foreign key';
comment on column awaited_spaces.space_id is 'taken from court_spaces, as in occupancy: no foreign key';
create index awaited_spaces_by_floor on awaited_spaces using gist (space_id, during);

-- Floor that came free and is held for those who wait: occupancy of kind `offer`, whose holder is this row. Written by the
-- transaction that frees the floor; a job offers it to the first in line, or lets it go.
create table freed_floor (
  id uuid primary key,
  facility_id integer not null,
  -- From the first to the last moment that is held.
  during tstzrange not null,
  freed_at timestamptz not null,
  -- Everything of it was offered or let go.
  settled_at timestamptz
);
comment on column freed_floor.facility_id is 'written by everything that frees floor: a foreign key would lock the facility';
create index freed_floor_unsettled on freed_floor (freed_at) where settled_at is null;
create index freed_floor_settled on freed_floor (settled_at) where settled_at is not null;

alter table occupancy drop constraint occupancy_kind_check,
  add constraint occupancy_kind_check check (kind in ('order', 'preorder', 'block', 'closure', 'offer'));

-- Why freed floor went to somebody further back in line: the wish did not fit, or its member was refused (`refused`).
create table wish_passes (
  wish_id uuid not null references wishes (id) on delete cascade,
  freed_id uuid not null,
  at timestamptz not null,
  court_id integer not null references courts (id),
  during tstzrange not null,
  why text not null,
  refused boolean not null,
  -- What the refusal says: how many hours are allowed, until when somebody is suspended.
  detail jsonb,
  primary key (wish_id, freed_id)
);
comment on column wish_passes.freed_id is 'freed floor is deleted earlier than wishes: no foreign key';

-- Orders that the waiting list has offered: nobody asked for them, so they give no point when they lapse.
alter table orders add column from_waiting_list boolean not null default false;

-- Down Migration

alter table orders drop column from_waiting_list;
delete from occupancy where kind = 'offer';
alter table occupancy drop constraint occupancy_kind_check,
  add constraint occupancy_kind_check check (kind in ('order', 'preorder', 'block', 'closure'));
drop table wish_passes, freed_floor, awaited_spaces, wishes;
