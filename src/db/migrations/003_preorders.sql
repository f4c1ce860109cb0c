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

-- The first week (its Monday) in which wanted dates would give a community more periods than it may have; nothing for
-- whoever stays within. Counts what stands on the floor at this moment.
-- p_wanted: [{ "unit": uuid, "member": uuid, "round": integer, "preorder": uuid or null, "day": date }]; dates of the pre-order itself do not count
create function over_cap(p_wanted jsonb, p_now timestamptz) returns table (unit uuid, over jsonb)
language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  with wanted as materialized (
    select w.unit, w.member, w.round, w.preorder, date_trunc('week', w.day)::date as week, count(*) as periods
    from jsonb_to_recordset(p_wanted) as w (unit uuid, member uuid, round integer, preorder uuid, day date)
    group by 1, 2, 3, 4, 5
  )
  select distinct on (w.unit) w.unit, jsonb_build_object('week', w.week, 'periods', w.periods + h.periods, 'allowed', r.periods_per_week)
  from wanted w join rounds r on r.id = w.round cross join lateral (
    select count(*) as periods from preorder_dates d
    where d.member_id = w.member and d.round_id = w.round and d.day between w.week and w.week + 6 and d.state = 'held'
      and d.preorder_id is distinct from w.preorder
      and exists (select from occupancy o where o.holder_id = d.id and (o.hold_until is null or o.hold_until > p_now))
  ) as h
  where w.periods + h.periods > r.periods_per_week
  order by w.unit, w.week;
end $$;

-- Why a date could not be had, from what stands there now.
-- p_dates: [{ "id": uuid, "courtId": integer, "start", "end": timestamptz, "member": uuid }]
create function why_refused(p_dates jsonb, p_now timestamptz) returns table (id uuid, why text)
language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  select d.id, case when coalesce(bool_or(o.kind in ('block', 'closure')), false) then 'closed' when coalesce(bool_and(o.member_id = d.member), false) then 'yours' else 'taken' end
  from jsonb_to_recordset(p_dates) as d (id uuid, "courtId" integer, start timestamptz, "end" timestamptz, member uuid)
  join court_spaces cs on cs.court_id = d."courtId"
  left join occupancy o on o.space_id = cs.space_id and o.during && tstzrange(d.start, d."end") and (o.hold_until is null or o.hold_until > p_now)
  group by d.id;
end $$;

-- Pre-orders, each decided for itself, all in one statement, as place_orders does with orders: members are locked by id,
-- then spaces are taken in their order. A statement holds at most one request of a member. Each request brings its own
-- moment: the window is open or closed by the clock of the process that received it, to the millisecond.
-- p_requests: see submitPreOrders in modules/preorders/store.ts. Answers a row for every request.
create function submit_preorders(p_requests jsonb, p_now timestamptz) returns table (unit uuid, outcome jsonb)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_version text := (select value #>> '{}' from settings where key = 'catalogue_version');
  v_decided uuid[];
  v_outcomes jsonb[];
  v_taking record;
  v_again uuid[] := '{}';
  v_refused jsonb := '{}';
begin
  -- Most who come too late are told here, before anything is locked, counted or written. This look decides nothing else.
  select coalesce(array_agg(late.unit), '{}'), coalesce(array_agg(jsonb_build_object('refused', 'dates_taken', 'dates', late.dates)), '{}') into v_decided, v_outcomes
  from (
    select gone.unit, jsonb_object_agg(gone.id, gone.why) as dates
    from (
      select r.unit, d.id, case when bool_or(o.kind in ('block', 'closure')) then 'closed' when coalesce(bool_and(o.member_id = r."memberId"), false) then 'yours' else 'taken' end as why
      from jsonb_to_recordset(p_requests) as r (unit uuid, "orderNo" text, named boolean, "roundId" integer, partial boolean, "memberId" uuid, dates jsonb, now timestamptz)
      join rounds w on w.id = r."roundId" and r.now between w.order_start and w.ends
      cross join lateral jsonb_to_recordset(r.dates) as d (id uuid, "courtId" integer, start timestamptz, "end" timestamptz)
      join court_spaces cs on cs.court_id = d."courtId"
      join occupancy o on o.space_id = cs.space_id and o.during && tstzrange(d.start, d."end") and (o.hold_until is null or o.hold_until > p_now)
      where not r.partial and (not r.named or exists (select from preorders p where p.order_no = r."orderNo" and p.member_id = r."memberId" and p.round_id = r."roundId" and p.state = 'draft'))
      group by r.unit, d.id
    ) as gone
    group by gone.unit
  ) as late;
  if cardinality(v_decided) > 0 then
    return query select * from unnest(v_decided, v_outcomes);
    p_requests := (select jsonb_agg(r) from jsonb_array_elements(p_requests) as r where (r ->> 'unit')::uuid <> all (v_decided));
    if p_requests is null then return; end if;
  end if;

  perform 1 from members where id in (select (r ->> 'memberId')::uuid from jsonb_array_elements(p_requests) as r) order by id for no key update;

  -- What needs no look at any court.
  select coalesce(array_agg(unit), '{}'), coalesce(array_agg(verdict), '{}') into v_decided, v_outcomes
  from (
    select r.unit, case
      when m.id is null or r.named and p.id is null or d.id is null then jsonb_build_object('refused', 'not_found')
      when p.state <> 'draft' and p.request_hash = r."requestHash" then jsonb_build_object('again', true, 'preOrderId', p.id)
      when p.state <> 'draft' then jsonb_build_object('refused', 'already_submitted')
      when d.id <> r."roundId" then jsonb_build_object('refused', 'other_round', 'roundId', d.id)
      when r.now < d.order_start or r.now > d.ends then jsonb_build_object('refused', 'window_closed', 'orderStart', d.order_start, 'end', d.ends)
      when d.version <> r."roundVersion" then jsonb_build_object('refused', 'stale_round')
      when v_version <> r."catalogueVersion" then jsonb_build_object('refused', 'stale_catalogue')
      when exists (
        select from jsonb_to_recordset(r.documents) as x ("fileId" uuid, kind text)
        full join (select * from preorder_documents where preorder_id = p.id) as f on f.file_id = x."fileId"
        where f.kind is distinct from x.kind
      ) then jsonb_build_object('refused', 'documents_differ') end as verdict
    from jsonb_to_recordset(p_requests) as r (unit uuid, "orderNo" text, named boolean, "memberId" uuid, "roundId" integer, "roundVersion" integer, "catalogueVersion" text, "requestHash" text,
      documents jsonb, now timestamptz)
    left join members m on m.id = r."memberId" and m.closed_at is null
    left join preorders p on r.named and p.order_no = r."orderNo" and p.member_id = r."memberId"
    left join rounds d on d.id = coalesce(p.round_id, r."roundId")
  ) as judged
  where verdict is not null;

  select v_decided || coalesce(array_agg(c.unit), '{}'), v_outcomes || coalesce(array_agg(jsonb_build_object('refused', 'over_cap', 'over', c.over)), '{}') into v_decided, v_outcomes
  from over_cap((
    select coalesce(jsonb_agg(jsonb_build_object('unit', r.unit, 'member', r."memberId", 'round', r."roundId", 'day', d -> 'day')), '[]')
    from jsonb_to_recordset(p_requests) as r (unit uuid, "memberId" uuid, "roundId" integer, dates jsonb), jsonb_array_elements(r.dates) as d
    where r.unit <> all (v_decided)
  ), p_now) as c;

  -- Who wants all or nothing is one unit; for who takes what is left, every date is.
  select refused, undecided into v_taking from take_spaces((
    select coalesce(jsonb_agg(jsonb_build_object('unit', case when r.partial then d -> 'id' else to_jsonb(r.unit) end, 'holder', d -> 'id', 'court', d -> 'courtId', 'from', d -> 'start',
      'to', d -> 'end', 'member', r."memberId")), '[]')
    from jsonb_to_recordset(p_requests) as r (unit uuid, partial boolean, "memberId" text, dates jsonb), jsonb_array_elements(r.dates) as d
    where r.unit <> all (v_decided)
  ), 'preorder', p_now);

  if cardinality(v_taking.undecided) > 0 then
    -- A request that is put back leaves what it stood on: nobody is told no because of it, and all who lost something ask again.
    select coalesce(array_agg(distinct r.unit), '{}') into v_again
    from jsonb_to_recordset(p_requests) as r (unit uuid, partial boolean, dates jsonb), jsonb_to_recordset(r.dates) as d (id uuid)
    where r.unit <> all (v_decided) and (r.unit = any (v_taking.undecided) or d.id = any (v_taking.undecided) or d.id = any (v_taking.refused)
      and exists (select from jsonb_to_recordset(p_requests) as o (partial boolean, dates jsonb), jsonb_to_recordset(o.dates) as i (id uuid) where o.partial and i.id = any (v_taking.undecided)));
    delete from occupancy o using jsonb_to_recordset(p_requests) as r (unit uuid, dates jsonb), jsonb_to_recordset(r.dates) as d (id uuid)
    where r.unit = any (v_again) and o.holder_id = d.id;
    v_decided := v_decided || v_again;
    v_outcomes := v_outcomes || array_fill('{"refused": "undecided"}'::jsonb, array[cardinality(v_again)]);
  end if;

  if cardinality(v_taking.refused) > 0 then
    select coalesce(jsonb_object_agg(w.id, w.why), '{}') into v_refused
    from why_refused((
      select coalesce(jsonb_agg(d || jsonb_build_object('member', r."memberId")), '[]')
      from jsonb_to_recordset(p_requests) as r (unit uuid, "memberId" uuid, dates jsonb), jsonb_array_elements(r.dates) as d
      where r.unit <> all (v_decided) and (d ->> 'id')::uuid = any (v_taking.refused)
    ), p_now) as w;
    select v_decided || coalesce(array_agg(lost.unit), '{}'), v_outcomes || coalesce(array_agg(jsonb_build_object('refused', 'dates_taken', 'dates', lost.dates)), '{}') into v_decided, v_outcomes
    from (
      select r.unit, jsonb_object_agg(d ->> 'id', v_refused -> (d ->> 'id')) filter (where v_refused ? (d ->> 'id')) as dates
      from jsonb_to_recordset(p_requests) as r (unit uuid, partial boolean, dates jsonb), jsonb_array_elements(r.dates) as d
      where r.unit <> all (v_decided)
      group by r.unit
      having case when bool_or(r.partial) then bool_and(v_refused ? (d ->> 'id')) else bool_or(v_refused ? (d ->> 'id')) end
    ) as lost;
  end if;

  return query select * from unnest(v_decided, v_outcomes);

  return query
  with taken as materialized (
    select r.*, coalesce(p.id, r.unit) as id,
      (select coalesce(sum((d ->> 'price')::integer + (d ->> 'lightFee')::integer), 0) from jsonb_array_elements(r.dates) as d where not v_refused ? (d ->> 'id')) as amount,
      (select coalesce(jsonb_object_agg(d ->> 'id', v_refused -> (d ->> 'id')), '{}') from jsonb_array_elements(r.dates) as d where v_refused ? (d ->> 'id')) as lost,
      r."refusedBefore" || (
        select coalesce(jsonb_agg(jsonb_build_object('line', d -> 'line', 'date', d -> 'day', 'why', v_refused -> (d ->> 'id'))), '[]')
        from jsonb_array_elements(r.dates) as d where v_refused ? (d ->> 'id')) as refused
    from jsonb_to_recordset(p_requests) as r (unit uuid, "orderNo" text, named boolean, "memberId" uuid, "roundId" integer, title text, purpose text, "contactName" text, "contactPhone" text,
      headcount integer, lines jsonb, "refusedBefore" jsonb, "requestHash" text, dates jsonb, now timestamptz)
    left join preorders p on r.named and p.order_no = r."orderNo"
    where r.unit <> all (v_decided)
  ), written as (
    insert into preorders (id, order_no, round_id, member_id, state, title, purpose, contact_name, contact_phone, headcount, lines, refused, amount, request_hash, created_at, changed_at, submitted_at)
    select id, "orderNo", "roundId", "memberId", 'submitted', title, purpose, "contactName", "contactPhone", headcount, lines, refused, amount, "requestHash", now, now, now
    from taken where not named
  ), changed as (
    update preorders p set state = 'submitted', title = t.title, purpose = t.purpose, contact_name = t."contactName", contact_phone = t."contactPhone", headcount = t.headcount, lines = t.lines,
      refused = t.refused, amount = t.amount, request_hash = t."requestHash", changed_at = t.now, submitted_at = t.now
    from taken t where t.named and p.id = t.id
  ), dated as (
    insert into preorder_dates (id, preorder_id, line, member_id, round_id, court_id, day, during, price, light_fee)
    select d.id, t.id, d.line, t."memberId", t."roundId", d."courtId", d.day, tstzrange(d.start, d."end"), d.price, d."lightFee"
    from taken t, jsonb_to_recordset(t.dates) as d (id uuid, line integer, "courtId" integer, day date, start timestamptz, "end" timestamptz, price integer, "lightFee" integer)
    where not v_refused ? d.id::text
  ), told as (
    insert into preorder_events (preorder_id, kind, at) select id, 'submitted', now from taken
  )
  select unit, jsonb_build_object('orderNo', "orderNo", 'amount', amount, 'dates', lost) from taken;
end $$;

-- For one who already stands there and wants to stand otherwise: only what is not theirs yet has to be taken, so nothing
-- is given up before it is sure, and nobody waits for a space while holding a later one. What is refused is refused by
-- others. Those who get theirs leave what they had (`p_leave`); when somebody is refused, the caller decides whether to roll back.
create function move_spaces(p_wanted jsonb, p_leave uuid[], p_kind text, p_now timestamptz, out refused uuid[], out undecided uuid[]) language plpgsql as $$
begin
  select t.refused, t.undecided into refused, undecided from take_spaces((
    select coalesce(jsonb_agg(jsonb_build_object('unit', w.unit, 'holder', w.holder, 'space', cs.space_id, 'from', lower(piece), 'to', upper(piece), 'member', w.member)), '[]')
    from jsonb_to_recordset(p_wanted) as w (unit uuid, holder uuid, court integer, "from" timestamptz, "to" timestamptz, member uuid)
    join court_spaces cs on cs.court_id = w.court,
    unnest(tstzmultirange(tstzrange(w."from", w."to")) - coalesce(
      (select range_agg(o.during) from occupancy o where o.holder_id = any (p_leave) and o.space_id = cs.space_id), '{}'::tstzmultirange)) as piece
  ), p_kind, p_now) as t;

  -- Everything written here stands on floor that is already theirs: there is nobody to wait for.
  delete from occupancy where holder_id = any (p_leave) or holder_id in (select (w ->> 'holder')::uuid from jsonb_array_elements(p_wanted) as w);
  insert into occupancy (space_id, during, kind, holder_id, member_id)
  select cs.space_id, tstzrange(w."from", w."to"), p_kind, w.holder, w.member
  from jsonb_to_recordset(p_wanted) as w (unit uuid, holder uuid, court integer, "from" timestamptz, "to" timestamptz, member uuid)
  join court_spaces cs on cs.court_id = w.court
  where w.holder <> all (refused) and w.unit <> all (undecided)
  order by 1, 2;
end $$;

-- Down Migration

drop function move_spaces(jsonb, uuid[], text, timestamptz);
drop function submit_preorders(jsonb, timestamptz);
drop function why_refused(jsonb, timestamptz);
drop function over_cap(jsonb, timestamptz);
delete from occupancy where holder_id in (select id from preorder_dates);
drop table preorder_events, preorder_documents, preorder_dates, preorders, round_facilities, rounds cascade;
delete from refunds_due where reason = 'given-back';
alter table refunds_due drop constraint refunds_due_reason_check,
  add constraint refunds_due_reason_check check (reason in ('venue-cancelled', 'late-payment', 'double-payment'));
update orders set kind = 'venue' where kind = 'preorder';
alter table orders drop constraint orders_kind_check, add constraint orders_kind_check check (kind in ('venue', 'locker'));
