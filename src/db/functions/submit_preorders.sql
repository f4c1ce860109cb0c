-- Module: preorders
-- Pre-orders, each decided for itself, all in one statement, as place_orders does with orders: members are locked by id,
-- then spaces are taken in their order. A statement holds at most one request of a member. Each request brings its own
-- moment: the window is open or closed by the clock of the process that received it, to the millisecond.
-- p_requests: see submitPreOrders in modules/preorders/store.ts. Answers a row for every request.
-- The planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function submit_preorders(p_requests jsonb, p_now timestamptz) returns table (unit uuid, outcome jsonb)
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
      join held_spaces o on o.space_id = cs.space_id and o.during && tstzrange(d.start, d."end") and o.held_until > p_now
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
