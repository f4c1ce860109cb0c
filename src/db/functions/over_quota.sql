-- Module: orders
-- By how much wanted periods exceed the hours that a member may book, for the first limit that is exceeded; no row for
-- units within their limits. Counts confirmed orders and orders that still wait for payment at this moment.
-- p_wanted: [{ "unit": uuid, "member": uuid, "sport": text, "day": date, "minutes": integer,
--   "perDayAndSport", "perWeek": integer, both in minutes }]
-- The planner settings keep it on the indexes when statistics are missing or out of date. Member and day are compared as one: in a table
-- that was never analysed the index of days costs the same as the one of a member's days, and reads what everybody booked on a day.
create or replace function over_quota(p_wanted jsonb, p_now timestamptz) returns table (unit uuid, over jsonb)
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
    where i.member_id = l.member and (i.member_id, i.day) >= (l.member, l.first) and (i.member_id, i.day) <= (l.member, l.last) and i.state = 'active' and i.counts_for_quota
      and (l.sport is null or i.sport = l.sport)
      and (o.state in ('confirmed', 'checked-in', 'completed', 'no-show') or (o.state = 'awaiting-payment' and o.pay_before > p_now))
  ) as u
  where l.minutes + u.minutes > l.allowed
  order by l.unit, l.kind, l.first;
end $$;
