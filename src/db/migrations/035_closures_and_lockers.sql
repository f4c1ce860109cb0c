-- Up Migration

-- A closure: where, when and why courts or a whole facility are out of use, and the words in which people are told. Its
-- bookings are cancelled in batches after it was accepted, so the closure keeps what is left to do.
create table closures (
  id uuid primary key,
  facility_id integer not null references facilities (id),
  -- Empty: the whole facility.
  court_ids integer[] not null,
  from_day date not null,
  to_day date not null,
  -- Minutes after midnight.
  from_minute smallint not null check (from_minute >= 0),
  to_minute smallint not null check (to_minute <= 1440),
  -- 1 is Monday.
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7),
  cause text not null check (cause in ('cleaning', 'event', 'weather', 'fault')),
  -- What people get for a booking that is cancelled.
  choice text not null check (choice in ('refund')),
  reason_tw text not null,
  reason_en text not null,
  words_tw text not null,
  words_en text not null,
  state text not null check (state in ('running', 'done', 'lifted')),
  version integer not null default 1,
  -- Idempotency key of the call that started it, and the hash of that call.
  request_key text not null,
  request_hash text not null,
  created_by uuid not null references members (id),
  created_at timestamptz not null,
  finished_at timestamptz,
  lifted_at timestamptz,
  lifted_by uuid references members (id),
  check (from_day <= to_day and from_minute < to_minute),
  unique (created_by, request_key)
);
create index closures_running on closures (created_at) where state = 'running';
create index closures_by_end on closures (to_day desc, id desc);
create index closures_lifted_by on closures (lifted_by) where lifted_by is not null;

alter table blocks add column closure_id uuid references closures (id);
create index blocks_of_closure on blocks (closure_id) where closure_id is not null;

-- Bookings that a closure cancels, with the outcome of each: the report. A piece is what one transaction settles: an order, or
-- one date of a pre-order.
create table closure_items (
  closure_id uuid not null references closures (id),
  -- An item of an order, or a date of a pre-order.
  holder_id uuid not null,
  kind text not null check (kind in ('order', 'preorder')),
  piece_id uuid not null,
  order_id uuid references orders (id),
  member_id uuid not null references members (id),
  court_id integer references courts (id),
  during tstzrange not null,
  is_club boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'cancelled', 'gone', 'failed', 'kept')),
  owed integer not null default 0,
  tries smallint not null default 0,
  failure text,
  settled_at timestamptz,
  primary key (closure_id, holder_id)
);
comment on column closure_items.holder_id is 'of order_items or preorder_dates, by kind: no foreign key';
comment on column closure_items.piece_id is 'the order, or the date of a pre-order: no foreign key';
create index closure_items_waiting on closure_items (closure_id, piece_id) where state = 'waiting';
create index closure_items_of_order on closure_items (order_id) where order_id is not null;
create index closure_items_of_member on closure_items (member_id);

-- Floor that nobody but its block may take from now on, while bookings are still on parts of it: take_spaces refuses it to all
-- others, and the block takes it as soon as each booking is cancelled.
create table closing_spaces (
  space_id integer not null references spaces (id),
  during tstzrange not null,
  holder_id uuid not null,
  primary key (space_id, holder_id, during)
);
comment on column closing_spaces.holder_id is 'a block, of a module that availability does not know: no foreign key';
create index closing_spaces_of_holder on closing_spaces (holder_id);

-- A locker that cannot be rented until it is repaired. It is empty: one that is rented is returned or cleared first.
alter table lockers
  add column out_of_order_at timestamptz,
  add column out_of_order_by uuid references members (id),
  add column out_of_order_why text not null default '';
create index lockers_out_of_order_by on lockers (out_of_order_by) where out_of_order_by is not null;

-- Calls to people whose rental is over, by whom and with what result.
create table locker_calls (
  id uuid primary key,
  -- Deferred, as for locker_terms: hold_locker deletes a lapsed rental and inserts it again.
  rental_id uuid not null references locker_rentals (id) deferrable initially deferred,
  outcome text not null check (outcome in ('reached', 'no-answer', 'wrong-number', 'promised')),
  note text not null,
  by uuid not null references members (id),
  at timestamptz not null
);
create index locker_calls_of_rental on locker_calls (rental_id, at desc);
create index locker_calls_by on locker_calls (by);

-- Down Migration

drop table locker_calls;
alter table lockers drop column out_of_order_at, drop column out_of_order_by, drop column out_of_order_why;
drop table closing_spaces, closure_items;
alter table blocks drop column closure_id;
drop table closures;
