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
create function bump_catalogue_version() returns trigger language plpgsql as $$
begin
  update settings set value = to_jsonb((value #>> '{}')::integer + 1), changed_at = now() where key = 'catalogue_version';
  return null;
end $$;
create trigger facilities_changed after insert or update or delete on facilities for each statement execute function bump_catalogue_version();
create trigger spaces_changed after insert or update or delete on spaces for each statement execute function bump_catalogue_version();
create trigger courts_changed after insert or update or delete on courts for each statement execute function bump_catalogue_version();
create trigger court_spaces_changed after insert or update or delete on court_spaces for each statement execute function bump_catalogue_version();
create trigger court_prices_changed after insert or update or delete on court_prices for each statement execute function bump_catalogue_version();
-- The rules of booking are a setting, and part of the catalogue.
create trigger booking_rules_changed after insert or update on settings for each row when (new.key = 'booking') execute function bump_catalogue_version();
create trigger holidays_changed after insert or update or delete on holidays for each statement execute function bump_catalogue_version();

-- The one rule that may never break: a space is never taken twice at the same time. Everything that shows or takes
-- availability reads and writes this table. No foreign keys: writing here is the busiest thing the house does, and
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

-- These functions look up few rows in large tables. Statistics that are not there yet, or no longer true, must not make
-- them read whole tables: they go by the indexes.

-- The only way to floor that is not one's own. What belongs together (`unit`) gets every space of every period that it wants, or none;
-- units do not depend on one another. In one statement, in a fixed order and with `do nothing`: measured, a bare insert
-- deadlocks under load and looking before inserting sells twice.
-- p_wanted: [{ "unit": uuid, "holder": uuid, "court": integer or "space": integer, "from", "to": timestamptz,
--   "member": uuid or null, "until": timestamptz or null }]; a holder belongs to one unit.
-- Answers the holders that found theirs taken, and the units that stood only in each other's way: for these it is still
-- open, and they are asked for once more.
create function take_spaces(p_wanted jsonb, p_kind text, p_now timestamptz, out refused uuid[], out undecided uuid[])
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
  v_spaces integer[];
  v_during tstzrange[];
  v_holders uuid[];
  v_units uuid[];
  v_members uuid[];
  v_until timestamptz[];
  v_lapsed boolean;
  v_out uuid[];
  v_missing uuid[];
  v_taken integer;
begin
  undecided := '{}';
  select array_agg(w.space_id), array_agg(w.during), array_agg(w.holder), array_agg(w.unit), array_agg(w.member), array_agg(w.until)
  into v_spaces, v_during, v_holders, v_units, v_members, v_until
  from (
    select coalesce(w.space, cs.space_id) as space_id, tstzrange(w."from", w."to") as during, w.holder, w.unit, w.member, w.until
    from jsonb_to_recordset(p_wanted) as w (unit uuid, holder uuid, court integer, space integer, "from" timestamptz, "to" timestamptz, member uuid, until timestamptz)
    left join court_spaces cs on cs.court_id = w.court
    order by 1, 2
  ) as w;

  -- Most who come too late are told here, before anything is written. This look decides nothing else.
  select coalesce(array_agg(distinct w.holder) filter (where o.hold_until is null or o.hold_until > p_now), '{}'),
    coalesce(array_agg(distinct w.unit) filter (where o.hold_until is null or o.hold_until > p_now), '{}'), coalesce(bool_or(o.hold_until <= p_now), false)
  into refused, v_out, v_lapsed
  from unnest(v_spaces, v_during, v_holders, v_units) as w (space_id, during, holder, unit)
  join occupancy o on o.space_id = w.space_id and o.during && w.during;

  -- What has lapsed is free; its rows only wait to be tidied up. Locked in the same order as everything else.
  if v_lapsed then
    delete from occupancy where ctid in (
      select o.ctid from unnest(v_spaces, v_during, v_units) as w (space_id, during, unit)
      join occupancy o on o.space_id = w.space_id and o.during && w.during
      where o.hold_until <= p_now and w.unit <> all (v_out)
      order by o.space_id, o.during
      for update of o
    );
  end if;

  insert into occupancy (space_id, during, kind, holder_id, member_id, hold_until)
  select w.space_id, w.during, p_kind, w.holder, w.member, w.until
  from unnest(v_spaces, v_during, v_holders, v_units, v_members, v_until) with ordinality as w (space_id, during, holder, unit, member, until, n)
  where w.unit <> all (v_out)
  order by w.n
  on conflict do nothing;
  get diagnostics v_taken = row_count;
  if v_taken = (select count(*) from unnest(v_units) as w (unit) where w.unit <> all (v_out)) then return; end if;

  -- Somebody was faster. Nobody has seen the rows that go again here: this transaction has not committed them.
  select array_agg(distinct w.unit), array_agg(distinct w.holder) into undecided, v_missing
  from unnest(v_spaces, v_during, v_holders, v_units) as w (space_id, during, holder, unit)
  where w.unit <> all (v_out)
    and not exists (select from occupancy o where o.holder_id = w.holder and o.space_id = w.space_id and o.during = w.during);
  delete from occupancy o using unnest(v_holders, v_units) as w (holder, unit) where o.holder_id = w.holder and w.unit = any (undecided);
  -- Whoever still stands in the way decides; where nobody does any more, it was one who has just gone himself.
  select coalesce(array_agg(distinct w.holder), '{}'), coalesce(array_agg(distinct w.unit), '{}') into v_missing, v_out
  from unnest(v_spaces, v_during, v_holders, v_units) as w (space_id, during, holder, unit)
  where w.holder = any (v_missing) and exists (select from occupancy o where o.space_id = w.space_id and o.during && w.during and (o.hold_until is null or o.hold_until > p_now));
  refused := refused || v_missing;
  undecided := array(select unit from unnest(undecided) as w (unit) where unit <> all (v_out));
end $$;

-- How far wanted periods would take members over the hours allowed; nothing for whoever stays within. Counts what is
-- confirmed and what is held at this moment.
-- p_wanted: [{ "unit": uuid, "member": uuid, "sport": text, "day": date, "minutes": integer, "perDayAndSport", "perWeek": integer, in minutes }]
create function over_quota(p_wanted jsonb, p_now timestamptz) returns table (unit uuid, over jsonb)
language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  with wanted as materialized (
    select * from jsonb_to_recordset(p_wanted) as w (unit uuid, member uuid, sport text, day date, minutes integer, "perDayAndSport" integer, "perWeek" integer)
  ), limits as (
    select unit, member, 'day' as kind, sport, day as first, day as last, sum(minutes) as minutes, min("perDayAndSport") as allowed from wanted group by unit, member, sport, day
    union all
    select unit, member, 'week', null, date_trunc('week', day)::date, date_trunc('week', day)::date + 6, sum(minutes), min("perWeek") from wanted group by unit, member, date_trunc('week', day)
  )
  select distinct on (l.unit) l.unit,
    jsonb_strip_nulls(jsonb_build_object('limit', l.kind, 'sport', l.sport, 'day', l.first, 'minutes', l.minutes + u.minutes, 'allowed', l.allowed))
  from limits l cross join lateral (
    select coalesce(sum(i.minutes), 0) as minutes
    from order_items i join orders o on o.id = i.order_id
    where i.member_id = l.member and i.day between l.first and l.last and i.state = 'active' and i.counts_for_quota
      and (l.sport is null or i.sport = l.sport)
      and (o.state in ('confirmed', 'checked-in', 'completed', 'no-show') or (o.state = 'awaiting-payment' and o.pay_before > p_now))
  ) as u
  where l.minutes + u.minutes > l.allowed
  order by l.unit, l.kind, l.first;
end $$;

-- Orders, each decided for itself, all in one statement: the same key again, the quota, the spaces, the rows. The locks
-- on the members make one member's orders follow each other; a statement holds at most one order of a member. Members
-- do not wait for one another, except for the same space.
-- p_orders: see insertOrders in modules/orders/store.ts. Answers a row for every order.
create function place_orders(p_orders jsonb, p_now timestamptz) returns table (order_id uuid, outcome jsonb)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_version text := (select value #>> '{}' from settings where key = 'catalogue_version');
  v_decided uuid[] := '{}';
  v_outcomes jsonb[] := '{}';
  v_ids uuid[];
  v_more jsonb[];
  v_taking record;
begin
  perform 1 from members where id in (select (o ->> 'memberId')::uuid from jsonb_array_elements(p_orders) as o) order by id for no key update;

  select coalesce(array_agg(q.unit), '{}'), coalesce(array_agg(q.over), '{}') into v_ids, v_more
  from over_quota((
    select coalesce(jsonb_agg(o.quota || jsonb_build_object('unit', o.id, 'member', o."memberId", 'sport', i -> 'sport', 'day', i -> 'day', 'minutes', i -> 'minutes')), '[]')
    from jsonb_to_recordset(p_orders) as o (id uuid, "memberId" uuid, quota jsonb, items jsonb), jsonb_array_elements(o.items) as i
    where o.quota is not null and (i ->> 'counts')::boolean
  ), p_now) as q;

  -- What needs no look at any court: the member is gone, the key is known, the prices have changed, too many hours.
  select coalesce(array_agg(id), '{}'), coalesce(array_agg(verdict), '{}') into v_decided, v_outcomes
  from (
    select o.id, case
      when m.id is null then jsonb_build_object('refused', 'no_such_member')
      when k.id is not null then case when k.request_hash <> o."requestHash" then jsonb_build_object('refused', 'key_reused')
        else jsonb_build_object('again', true, 'order', jsonb_build_object('order_no', k.order_no, 'state', k.state, 'amount', k.amount, 'pay_before', k.pay_before)) end
      when v_version <> o."catalogueVersion" then jsonb_build_object('refused', 'stale_catalogue')
      when o.id = any (v_ids) then jsonb_build_object('refused', 'over_quota', 'over', v_more[array_position(v_ids, o.id)]) end as verdict
    from jsonb_to_recordset(p_orders) as o (id uuid, "memberId" uuid, "idempotencyKey" text, "requestHash" text, "catalogueVersion" text)
    left join members m on m.id = o."memberId" and m.closed_at is null
    left join orders k on k.member_id = o."memberId" and k.idempotency_key = o."idempotencyKey"
  ) as judged
  where verdict is not null;

  select refused, undecided into v_taking from take_spaces((
    select coalesce(jsonb_agg(jsonb_build_object('unit', o.id, 'holder', i -> 'id', 'court', i -> 'courtId', 'from', i -> 'start', 'to', i -> 'end', 'member', o."memberId", 'until', o."payBefore")), '[]')
    from jsonb_to_recordset(p_orders) as o (id uuid, "memberId" text, "payBefore" text, items jsonb), jsonb_array_elements(o.items) as i
    where o.id <> all (v_decided)
  ), 'order', p_now);

  if cardinality(v_taking.refused) > 0 then
    select array_agg(id), array_agg(jsonb_build_object('refused', 'period_taken', 'items', taken)) into v_ids, v_more
    from (
      select o.id, jsonb_agg(i -> 'id') as taken
      from jsonb_to_recordset(p_orders) as o (id uuid, items jsonb), jsonb_array_elements(o.items) as i
      where (i ->> 'id')::uuid = any (v_taking.refused)
      group by o.id
    ) as late;
    v_decided := v_decided || v_ids;
    v_outcomes := v_outcomes || v_more;
  end if;
  if cardinality(v_taking.undecided) > 0 then
    v_decided := v_decided || v_taking.undecided;
    v_outcomes := v_outcomes || array_fill('{"refused": "undecided"}'::jsonb, array[cardinality(v_taking.undecided)]);
  end if;
  return query select * from unnest(v_decided, v_outcomes);

  return query
  with placed as (
    insert into orders (id, order_no, kind, member_id, state, amount, pay_before, contact_name, contact_phone, remark, idempotency_key, request_hash, placed_by, created_at, confirmed_at)
    select o.id, o."orderNo", 'venue', o."memberId", o.state, o.amount, o."payBefore", o."contactName", o."contactPhone", o.remark, o."idempotencyKey", o."requestHash", o."placedBy", o.now,
      case when o.state = 'confirmed' then o.now end
    from jsonb_to_recordset(p_orders) as o (id uuid, "orderNo" text, "memberId" uuid, state text, amount integer, "payBefore" timestamptz, "contactName" text, "contactPhone" text, remark text,
      "idempotencyKey" text, "requestHash" text, "placedBy" uuid, now timestamptz)
    where o.id <> all (v_decided)
    returning id, order_no, state, amount, pay_before, created_at
  ), listed as (
    insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit)
    select i.id, o.id, o."memberId", i."courtId", i.sport, tstzrange(i.start, i."end"), i.day, i.minutes, i.counts, i."identityId", i.price, i."lightFee", i.deposit
    from jsonb_to_recordset(p_orders) as o (id uuid, "memberId" uuid, items jsonb),
      jsonb_to_recordset(o.items) as i (id uuid, "courtId" integer, sport text, start timestamptz, "end" timestamptz, day date, minutes integer, counts boolean, "identityId" integer, price integer,
        "lightFee" integer, deposit integer)
    where o.id <> all (v_decided)
  ), told as (
    insert into order_events (order_id, kind, at) select id, case when state = 'confirmed' then 'confirmed' else 'placed' end, created_at from placed
  )
  select id, jsonb_build_object('again', false, 'order', jsonb_build_object('order_no', order_no, 'state', state, 'amount', amount, 'pay_before', pay_before)) from placed;
end $$;

-- Down Migration

drop function place_orders(jsonb, timestamptz);
drop function over_quota(jsonb, timestamptz);
drop function take_spaces(jsonb, text, timestamptz);

drop table demo_trades, refunds_due, ledger, payment_notices, payment_attempts, order_events, order_items, orders, blocks, occupancy, holidays, court_prices, court_spaces, courts, spaces, facilities cascade;
alter table messages drop column attachments;
drop trigger booking_rules_changed on settings;
drop function bump_catalogue_version();
delete from settings where key = 'catalogue_version';
