-- Module: orders
-- Orders of courts, each decided for itself, all in one statement: the same key again, a suspension, the quota, the spaces, the
-- rows. The locks on the members make one member's orders follow each other; a statement holds at most one order of a member.
-- Members do not wait for one another, except for the same space.
-- p_orders: see insertOrders in modules/orders/store.ts. Answers a row for every order.
-- The planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function place_orders(p_orders jsonb, p_now timestamptz) returns table (order_id uuid, outcome jsonb)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_version text;
  v_decided uuid[];
  v_outcomes jsonb[];
  v_ids uuid[];
  v_more jsonb[];
  v_taking record;
begin
  -- A change that shortens hours or retires courts takes this lock alone: it waits for orders that are being placed by the
  -- catalogue of before, and the orders after it see the new version.
  perform pg_advisory_xact_lock_shared(hashtext('fieldhouse-placing'));
  v_version := (select value #>> '{}' from settings where key = 'catalogue_version');
  select coalesce(array_agg(a.order_id), '{}'), coalesce(array_agg(a.outcome), '{}') into v_decided, v_outcomes from answer_orders(p_orders, p_now) as a;

  -- What needs no look at any court: the catalogue has changed, the member saw another total, too many hours, too many orders to pay at the desk.
  select v_decided || coalesce(array_agg(id), '{}'), v_outcomes || coalesce(array_agg(verdict), '{}') into v_decided, v_outcomes
  from (
    select o.id, case
      when v_version <> o."catalogueVersion" then jsonb_build_object('refused', 'stale_catalogue')
      when o."seenAmount" <> o.amount then jsonb_build_object('refused', 'price_changed', 'amount', o.amount)
      when q.over is not null then jsonb_build_object('refused', 'over_quota', 'over', q.over)
      when o."openDeskOrders" is not null and open_desk_orders(o."memberId", p_now) >= o."openDeskOrders"
        then jsonb_build_object('refused', 'desk_orders_open', 'open', open_desk_orders(o."memberId", p_now), 'allowed', o."openDeskOrders") end as verdict
    from jsonb_to_recordset(p_orders) as o (id uuid, "memberId" uuid, "catalogueVersion" text, amount integer, "seenAmount" integer, "openDeskOrders" integer)
    left join over_quota((
      select coalesce(jsonb_agg(o.quota || jsonb_build_object('unit', o.id, 'member', o."memberId", 'sport', i -> 'sport', 'day', i -> 'day', 'minutes', i -> 'minutes')), '[]')
      from jsonb_to_recordset(p_orders) as o (id uuid, "memberId" uuid, quota jsonb, items jsonb), jsonb_array_elements(o.items) as i
      where o.quota is not null and (i ->> 'counts')::boolean and o.id <> all (v_decided)
    ), p_now) as q on q.unit = o.id
    where o.id <> all (v_decided)
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

  if cardinality(v_decided) > 0 then
    return query select * from unnest(v_decided, v_outcomes);
    p_orders := (select jsonb_agg(o) from jsonb_array_elements(p_orders) as o where (o ->> 'id')::uuid <> all (v_decided));
    if p_orders is null then return; end if;
  end if;
  return query select w.order_id, w.outcome from write_orders(p_orders) as w;
end $$;
