-- Module: preorders
-- Decides pre-orders, each for itself, all in one statement: who is late, what needs no look at a court, the cap, the
-- spaces, the rows. Lock order as in place_orders: the placing lock, members by id, then spaces in their order. At most one request of a
-- member. Each request brings its own moment: the window is open or closed by the clock of the process that received it,
-- to the millisecond.
-- p_requests: see submitPreOrders in modules/preorders/store.ts. Answers a row for every request.
-- The planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function submit_preorders(p_requests jsonb, p_now timestamptz) returns table (unit uuid, outcome jsonb)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_open jsonb := p_requests;
  v_decided uuid[];
  v_outcomes jsonb[];
  v_lost jsonb;
begin
  select coalesce(array_agg(l.unit), '{}'), array_agg(l.outcome) into v_decided, v_outcomes from refuse_late_preorders(v_open, p_now) as l;
  return query select * from unnest(v_decided, v_outcomes);
  v_open := without_units(v_open, v_decided);
  if v_open = '[]' then return; end if;

  -- As in place_orders: a change that shortens hours or retires courts waits for dates that are being taken, and the requests
  -- after it see the new version (check_preorders).
  perform pg_advisory_xact_lock_shared(hashtext('fieldhouse-placing'));
  perform lock_members(array(select (r ->> 'memberId')::uuid from jsonb_array_elements(v_open) as r));

  select coalesce(array_agg(c.unit), '{}'), array_agg(c.outcome) into v_decided, v_outcomes from check_preorders(v_open) as c;
  return query select * from unnest(v_decided, v_outcomes);
  v_open := without_units(v_open, v_decided);

  select coalesce(array_agg(c.unit), '{}'), array_agg(jsonb_build_object('refused', 'over_cap', 'over', c.over)) into v_decided, v_outcomes
  from over_cap((
    select coalesce(jsonb_agg(jsonb_build_object('unit', r.unit, 'member', r."memberId", 'round', r."roundId", 'day', d -> 'day')), '[]')
    from jsonb_to_recordset(v_open) as r (unit uuid, "memberId" uuid, "roundId" integer, dates jsonb), jsonb_array_elements(r.dates) as d
  ), p_now) as c;
  return query select * from unnest(v_decided, v_outcomes);
  v_open := without_units(v_open, v_decided);
  if v_open = '[]' then return; end if;

  select coalesce(array_agg(t.unit) filter (where t.result <> 'taken'), '{}'),
    array_agg(case t.result when 'undecided' then '{"refused": "undecided"}' else jsonb_build_object('refused', 'dates_taken', 'dates', t.lost) end) filter (where t.result <> 'taken'),
    coalesce(jsonb_object_agg(l.id, l.why) filter (where l.id is not null), '{}')
  into v_decided, v_outcomes, v_lost
  from take_preorder_dates(v_open, p_now) as t left join jsonb_each(t.lost) as l (id, why) on t.result = 'taken';
  return query select * from unnest(v_decided, v_outcomes);
  return query select w.unit, w.outcome from write_preorders(without_units(v_open, v_decided), v_lost) as w;
end $$;
