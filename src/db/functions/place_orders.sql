-- Module: orders
-- Orders, each decided for itself, all in one statement: the same key again, the quota, the spaces, the rows. The locks
-- on the members make one member's orders follow each other; a statement holds at most one order of a member. Members
-- do not wait for one another, except for the same space.
-- p_orders: see insertOrders in modules/orders/store.ts. Answers a row for every order.
-- The planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function place_orders(p_orders jsonb, p_now timestamptz) returns table (order_id uuid, outcome jsonb)
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
  perform lock_members(array(select (o ->> 'memberId')::uuid from jsonb_array_elements(p_orders) as o));

  select coalesce(array_agg(q.unit), '{}'), coalesce(array_agg(q.over), '{}') into v_ids, v_more
  from over_quota((
    select coalesce(jsonb_agg(o.quota || jsonb_build_object('unit', o.id, 'member', o."memberId", 'sport', i -> 'sport', 'day', i -> 'day', 'minutes', i -> 'minutes')), '[]')
    from jsonb_to_recordset(p_orders) as o (id uuid, "memberId" uuid, quota jsonb, items jsonb), jsonb_array_elements(o.items) as i
    where o.quota is not null and (i ->> 'counts')::boolean
  ), p_now) as q;

  -- What needs no look at any court: the member is suspended or gone, the key is known, the prices have changed, too many
  -- hours. An order that is already placed is answered again, whatever has happened to its member since.
  select coalesce(array_agg(id), '{}'), coalesce(array_agg(verdict), '{}') into v_decided, v_outcomes
  from (
    select o.id, case
      when s.id is not null and k.id is null then jsonb_build_object('refused', 'suspended', 'until', s.ends_at)
      when m.id is null then jsonb_build_object('refused', 'no_such_member')
      when k.id is not null then case when k.request_hash <> o."requestHash" then jsonb_build_object('refused', 'key_reused')
        else jsonb_build_object('again', true, 'order', jsonb_build_object('order_no', k.order_no, 'state', k.state, 'amount', k.amount, 'pay_before', k.pay_before)) end
      when v_version <> o."catalogueVersion" then jsonb_build_object('refused', 'stale_catalogue')
      when o.id = any (v_ids) then jsonb_build_object('refused', 'over_quota', 'over', v_more[array_position(v_ids, o.id)]) end as verdict
    from jsonb_to_recordset(p_orders) as o (id uuid, "memberId" uuid, "idempotencyKey" text, "requestHash" text, "catalogueVersion" text)
    left join members m on m.id = o."memberId" and m.closed_at is null
    left join orders k on k.member_id = o."memberId" and k.idempotency_key = o."idempotencyKey"
    left join suspensions s on s.member_id = o."memberId" and s.lifted_at is null and s.starts_at <= p_now and s.ends_at > p_now
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
