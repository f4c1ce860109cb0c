-- Module: preorders
-- The first week (its Monday) in which wanted dates would give a community more periods than its round allows; no row for
-- requests within the limit. Counts the dates that are held at this moment.
-- p_wanted: [{ "unit": uuid, "member": uuid, "round": integer, "preorder": uuid or null, "day": date }]; the dates that
-- `preorder` already holds do not count.
-- The planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function over_cap(p_wanted jsonb, p_now timestamptz) returns table (unit uuid, over jsonb)
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
      and exists (select from held_spaces o where o.holder_id = d.id and o.held_until > p_now)
  ) as h
  where w.periods + h.periods > r.periods_per_week
  order by w.unit, w.week;
end $$;
