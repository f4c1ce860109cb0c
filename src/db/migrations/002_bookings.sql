-- Up Migration

create extension if not exists btree_gist;

-- What can be booked, and at which price. Together these tables are the catalogue; whoever keeps a copy of it
-- compares `catalogue_version` in the statement that relies on the copy.
create table facilities (
  id integer primary key,
  code text not null unique,
  sport text not null,
  name_tw text not null,
  name_en text not null,
  about_tw text not null default '',
  about_en text not null default '',
  place_tw text not null default '',
  place_en text not null default '',
  rules_tw text[] not null default '{}',
  rules_en text[] not null default '{}',
  outdoor boolean not null,
  opens time not null,
  closes time not null,
  slot_minutes integer not null check (slot_minutes > 0),
  -- Fixed sessions such as 08:00-12:00, for what is not lent by the hour.
  sessions text[] not null default '{}',
  light_fee integer not null default 0 check (light_fee >= 0),
  light_from time,
  deposit integer not null default 0 check (deposit >= 0),
  drawing text not null,
  colour text not null
);
create table spaces (
  id integer primary key,
  facility_id integer not null references facilities (id),
  code text not null unique
);
create table courts (
  id integer primary key,
  facility_id integer not null references facilities (id),
  code text not null unique,
  name_tw text not null,
  name_en text not null
);
create table court_spaces (
  court_id integer not null references courts (id),
  space_id integer not null references spaces (id),
  primary key (court_id, space_id)
);
create table court_prices (
  court_id integer not null references courts (id),
  identity_id integer not null references identities (id),
  off_peak integer not null check (off_peak >= 0),
  peak integer not null check (peak >= 0),
  primary key (court_id, identity_id)
);
create table holidays (
  day date primary key,
  name_tw text not null,
  name_en text not null
);

insert into settings (key, value) values ('catalogue_version', '1');

-- The one rule that may never break: a space is never taken twice at the same time. Everything that shows or takes
-- availability reads and writes this table. No foreign keys: writing here is the busiest write of all, and
-- the one function that writes takes space ids from court_spaces.
create table occupancy (
  space_id integer not null,
  during tstzrange not null check (not isempty(during) and lower_inc(during) and not upper_inc(during)),
  kind text not null check (kind in ('order', 'preorder', 'block', 'closure')),
  -- The order item, pre-order line or block that stands here.
  holder_id uuid not null,
  member_id uuid,
  -- Null: for good. Otherwise the space is free from this moment on, whether or not somebody has tidied up.
  hold_until timestamptz,
  constraint occupancy_never_twice exclude using gist (space_id with =, during with &&)
);
create index occupancy_of_holder on occupancy (holder_id);
create index occupancy_lapsing on occupancy (hold_until) where hold_until is not null;

-- Staff take periods out of use: maintenance, an event, a closed day.
create table blocks (
  id uuid primary key,
  kind text not null check (kind in ('block', 'closure')),
  facility_id integer not null references facilities (id),
  court_id integer references courts (id),
  during tstzrange not null,
  reason_tw text not null,
  reason_en text not null,
  created_by uuid references members (id),
  created_at timestamptz not null,
  lifted_at timestamptz
);
create index blocks_of_facility on blocks (facility_id) where lifted_at is null;

create table orders (
  id uuid primary key,
  order_no text not null unique,
  kind text not null check (kind in ('venue', 'locker')),
  member_id uuid not null references members (id),
  state text not null check (state in ('awaiting-payment', 'confirmed', 'checked-in', 'completed', 'no-show', 'expired', 'cancelled', 'venue-cancelled')),
  amount integer not null check (amount >= 0),
  pay_before timestamptz,
  contact_name text not null default '',
  contact_phone text not null default '',
  remark text not null default '',
  -- The caller's own key for this order: asking again with it answers the same order.
  idempotency_key text not null,
  request_hash text not null,
  placed_by uuid references members (id),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  closed_at timestamptz,
  unique (member_id, idempotency_key)
);
create index orders_of_member on orders (member_id, created_at desc);
create index orders_unpaid on orders (pay_before) where state = 'awaiting-payment';

create table order_items (
  id uuid primary key,
  order_id uuid not null references orders (id),
  member_id uuid not null,
  court_id integer not null references courts (id),
  sport text not null,
  during tstzrange not null,
  -- The day and the hours in the centre's zone, by which quota and refunds count.
  day date not null,
  minutes integer not null check (minutes > 0),
  counts_for_quota boolean not null,
  identity_id integer not null references identities (id),
  price integer not null check (price >= 0),
  light_fee integer not null check (light_fee >= 0),
  deposit integer not null check (deposit >= 0),
  state text not null default 'active' check (state in ('active', 'cancelled')),
  reminded_at timestamptz
);
create index order_items_of_order on order_items (order_id);
create index order_items_of_member on order_items (member_id, day);
create index order_items_to_remind on order_items (day) where state = 'active' and reminded_at is null;

-- What happened to an order and has yet to be told by mail. Written with the change itself; a job turns it into messages.
create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('placed', 'confirmed', 'expiring', 'expired', 'cancelled', 'venue-cancelled', 'reminder', 'refunded')),
  item_id uuid,
  at timestamptz not null,
  told_at timestamptz
);
create index order_events_untold on order_events (id) where told_at is null;
create index order_events_of_order on order_events (order_id);

create table payment_attempts (
  id uuid primary key,
  order_id uuid not null references orders (id),
  trade_no text not null unique check (trade_no ~ '^[A-Za-z0-9]{1,20}$'),
  state text not null check (state in ('created', 'processing', 'number-issued', 'paid', 'failed', 'lapsed')),
  method text,
  amount integer not null check (amount > 0),
  gateway_trade_no text,
  -- The bank account or store code to pay to, with its deadline.
  payment_number jsonb,
  failure text,
  created_at timestamptz not null,
  settled_at timestamptz,
  asked_at timestamptz
);
create index payment_attempts_of_order on payment_attempts (order_id);
create index payment_attempts_silent on payment_attempts (created_at) where state in ('created', 'processing', 'number-issued');

-- Every notice as it came, whatever became of it.
create table payment_notices (
  id bigint generated always as identity primary key,
  trade_no text not null,
  received_at timestamptz not null,
  body jsonb not null,
  verdict text not null
);
create index payment_notices_of_trade on payment_notices (trade_no);

-- Every movement of money, once: `cause` is unique. The sum over an order is what the centre holds for it.
create table ledger (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  attempt_id uuid references payment_attempts (id),
  kind text not null check (kind in ('payment', 'refund')),
  amount integer not null check ((kind = 'payment' and amount > 0) or (kind = 'refund' and amount < 0)),
  cause text not null unique,
  at timestamptz not null
);
create index ledger_of_order on ledger (order_id);

-- Money that must go back. How it travels is another issue's; that it is owed is written here, once for each cause.
create table refunds_due (
  id uuid primary key,
  order_id uuid not null references orders (id),
  attempt_id uuid references payment_attempts (id),
  amount integer not null check (amount > 0),
  reason text not null check (reason in ('venue-cancelled', 'late-payment', 'double-payment')),
  cause text not null unique,
  created_at timestamptz not null,
  done_at timestamptz
);
create index refunds_due_of_order on refunds_due (order_id);

-- Small texts that go out with a message, such as a calendar file: [{ "name", "type", "content" }]. Emptied with its body.
alter table messages add column attachments jsonb;

-- The other side of a payment in the demo: the trades of its own gateway, which every process sees alike.
create table demo_trades (
  -- The gateway's number. Whoever knows it may pay.
  trade_no text primary key,
  merchant_trade_no text not null unique,
  amount integer not null check (amount > 0),
  item text not null,
  locale text not null check (locale in ('tw', 'en')),
  -- Where to tell what: { "notice", "number", "result", "back" }
  addresses jsonb not null,
  offers text[] not null,
  number_days integer not null,
  number_minutes integer not null,
  state text not null check (state in ('open', 'number-issued', 'paid', 'failed')),
  method text,
  number text unique,
  number_until timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz
);

-- Down Migration

drop table demo_trades, refunds_due, ledger, payment_notices, payment_attempts, order_events, order_items, orders, blocks, occupancy, holidays, court_prices, court_spaces, courts, spaces, facilities cascade;
alter table messages drop column attachments;
delete from settings where key = 'catalogue_version';
