-- Up Migration

-- A season, and the window in which communities order it beforehand.
create table rounds (
  id integer generated always as identity primary key,
  name_tw text not null,
  name_en text not null,
  season_from date not null,
  season_to date not null,
  view_start timestamptz not null,
  order_start timestamptz not null,
  ends timestamptz not null,
  mode text not null check (mode in ('first-come')),
  periods_per_week integer not null check (periods_per_week > 0),
  minutes_per_period integer not null check (minutes_per_period > 0),
  pay_days integer not null check (pay_days > 0),
  document_kinds text[] not null,
  -- Whoever decides by a copy of the round compares this in the statement that relies on it.
  version integer not null default 1,
  created_by uuid references members (id),
  created_at timestamptz not null,
  constraint rounds_window check (view_start <= order_start and order_start < ends),
  constraint rounds_season check (season_from <= season_to and season_to - season_from < 91)
);
create table round_facilities (
  round_id integer not null references rounds (id) on delete cascade,
  facility_id integer not null references facilities (id),
  opens time not null,
  closes time not null,
  primary key (round_id, facility_id),
  check (opens < closes)
);

create table preorders (
  id uuid primary key,
  order_no text not null unique,
  round_id integer not null references rounds (id),
  member_id uuid not null references members (id),
  -- Confirmed is not written here: it is an approved one whose order is.
  state text not null check (state in ('draft', 'submitted', 'needs-documents', 'approved', 'rejected', 'cancelled')),
  title text not null default '',
  purpose text not null default '',
  contact_name text not null default '',
  contact_phone text not null default '',
  headcount integer not null default 0,
  -- What was wished, as typed.
  lines jsonb not null default '[]',
  -- What was wished and not had: [{ "line", "date", "why" }]
  refused jsonb not null default '[]',
  amount integer not null default 0 check (amount >= 0),
  order_id uuid unique references orders (id),
  review_note text not null default '',
  missing_kinds text[] not null default '{}',
  -- Of what was submitted: the same again is answered with the same result.
  request_hash text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references members (id)
);
create index preorders_of_member on preorders (member_id, changed_at desc);
create index preorders_of_round on preorders (round_id, submitted_at);

create table preorder_dates (
  -- The holder of its occupancy, and of its order item once there is an order.
  id uuid primary key,
  preorder_id uuid not null references preorders (id),
  line integer not null,
  member_id uuid not null,
  round_id integer not null,
  -- No foreign key: in a rush everybody would lock the rows of the same few courts. It comes from the catalogue.
  court_id integer not null,
  day date not null,
  during tstzrange not null,
  price integer not null check (price >= 0),
  light_fee integer not null check (light_fee >= 0),
  -- Released: taken away by the centre.
  state text not null default 'held' check (state in ('held', 'given-back', 'released'))
);
create index preorder_dates_of_preorder on preorder_dates (preorder_id);
create index preorder_dates_of_member on preorder_dates (member_id, round_id, day);

create table preorder_documents (
  preorder_id uuid not null references preorders (id) on delete cascade,
  file_id uuid not null references files (id),
  kind text not null check (kind in ('application', 'affidavit', 'roster')),
  added_at timestamptz not null,
  primary key (preorder_id, file_id)
);
create index preorder_documents_of_file on preorder_documents (file_id);

-- What happened to a pre-order and has yet to be told by mail, as order_events.
create table preorder_events (
  id bigint generated always as identity primary key,
  preorder_id uuid not null references preorders (id),
  kind text not null check (kind in ('submitted', 'needs-documents', 'approved', 'rejected', 'released')),
  date_id uuid,
  at timestamptz not null,
  told_at timestamptz
);
create index preorder_events_untold on preorder_events (id) where told_at is null;

alter table orders drop constraint orders_kind_check, add constraint orders_kind_check check (kind in ('venue', 'locker', 'preorder'));
alter table refunds_due drop constraint refunds_due_reason_check,
  add constraint refunds_due_reason_check check (reason in ('venue-cancelled', 'late-payment', 'double-payment', 'given-back'));
-- Rounds take its place.
delete from settings where key = 'pre_order_window';

-- Down Migration

delete from occupancy where holder_id in (select id from preorder_dates);
drop table preorder_events, preorder_documents, preorder_dates, preorders, round_facilities, rounds cascade;
delete from refunds_due where reason = 'given-back';
alter table refunds_due drop constraint refunds_due_reason_check,
  add constraint refunds_due_reason_check check (reason in ('venue-cancelled', 'late-payment', 'double-payment'));
update orders set kind = 'venue' where kind = 'preorder';
alter table orders drop constraint orders_kind_check, add constraint orders_kind_check check (kind in ('venue', 'locker'));
