-- Up Migration

-- Counts of past days, rolled up so that five years are read in milliseconds. They are made from the rows of orders, money and
-- refunds by insight_use_of and insight_money_of, and can be made again at any time. They refer to facilities without a foreign
-- key: they are numbers, and 0 stands for what belongs to no facility (lockers).

-- Use of a facility on a day. `booked` has 24 numbers: minutes of spaces that were booked in each hour. `lead` has one number
-- for each span between booking and playing (lead_spans in modules/insight/rules.ts).
create table insight_days (
  day date not null,
  facility_id integer not null,
  booked integer[] not null check (cardinality(booked) = 24),
  bookings integer not null,
  came integer not null,
  missed integer not null,
  lead integer[] not null check (cardinality(lead) = 7),
  primary key (day, facility_id)
);
comment on column insight_days.facility_id is 'a count, which outlives what it counts';

-- Money by the day on which it moved. `cause` is empty for payments, and for refunds says why they were due.
create table insight_money (
  day date not null,
  facility_id integer not null,
  way text not null,
  cause text not null,
  movements integer not null,
  amount integer not null,
  primary key (day, facility_id, way, cause)
);
comment on column insight_money.facility_id is 'a count, which outlives what it counts; 0: no facility';

-- The last day that is rolled up. Later days are counted from the rows when somebody asks.
create table insight_rollup (
  one boolean primary key default true check (one),
  until date not null
);

-- Days whose rows have changed since they were rolled up. Append only, so that no two bookings wait for each other here; days
-- on this list are counted from the rows until a job has rolled them up again.
create table insight_changed_days (
  id bigint generated always as identity primary key,
  day date not null
);
create index insight_changed_days_by_day on insight_changed_days (day);

-- What people wanted and did not get: counts by the day and hour that they wanted, without persons. `facility_id` 0: any
-- facility; `sport` empty: any sport. `times` and `courts` have 24 numbers: how often, and how many courts were wanted.
create table refused_demand (
  day date not null,
  facility_id integer not null,
  sport text not null,
  -- refused: a booking was refused because somebody else has the floor; searched: a search found nothing; seen: a grid without
  -- a free court in that hour was looked at.
  kind text not null check (kind in ('refused', 'searched', 'seen')),
  times integer[] not null check (cardinality(times) = 24),
  courts integer[] not null check (cardinality(courts) = 24),
  primary key (day, facility_id, sport, kind)
);
comment on column refused_demand.facility_id is 'a count, which outlives what it counts; 0: any facility';

-- Staff who want the monthly report by mail. `sent_month` is the first day of the last month that they were told of.
create table report_subscribers (
  member_id uuid primary key references members (id) on delete cascade,
  since timestamptz not null,
  sent_month date not null
);

-- For money by the day on which it moved: payments have ledger_by_way.
create index ledger_refunds on ledger (at) where kind = 'refund';
-- For ratings of a period.
create index ratings_by_day on ratings (day, facility_id, stars);

-- Down Migration

drop index ratings_by_day, ledger_refunds;
drop trigger if exists order_items_mark_insight on order_items;
drop trigger if exists orders_mark_insight on orders;
drop table report_subscribers, refused_demand, insight_changed_days, insight_rollup, insight_money, insight_days cascade;
