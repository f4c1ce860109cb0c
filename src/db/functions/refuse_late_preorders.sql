-- Module: preorders
-- Requests that ask for all or nothing and whose dates somebody holds already: after the first second of a rush these are
-- most of them, and they are answered before anything is locked, counted or written. A request that passes here is not
-- accepted by that. Suspended members pass: check_preorders tells them that they are suspended.
-- p_requests: as in submit_preorders. Answers { "refused": "dates_taken", "dates": { date id: why } } for each that is late.
-- The planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function refuse_late_preorders(p_requests jsonb, p_now timestamptz) returns table (unit uuid, outcome jsonb)
language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  select gone.unit, jsonb_build_object('refused', 'dates_taken', 'dates', jsonb_object_agg(gone.id, gone.why))
  from (
    select r.unit, d.id, case when bool_or(o.kind in ('block', 'closure')) then 'closed' when coalesce(bool_and(o.member_id = r."memberId"), false) then 'yours' else 'taken' end as why
    from jsonb_to_recordset(p_requests) as r (unit uuid, "orderNo" text, named boolean, "roundId" integer, partial boolean, "memberId" uuid, dates jsonb, now timestamptz)
    join rounds w on w.id = r."roundId" and r.now between w.order_start and w.ends
    cross join lateral jsonb_to_recordset(r.dates) as d (id uuid, "courtId" integer, start timestamptz, "end" timestamptz)
    join court_spaces cs on cs.court_id = d."courtId"
    -- One index lookup (space, period) for each space of the court. `offset 0` stops the planner from flattening the subquery; flattened, it searches the period on all spaces and filters by space afterwards.
    cross join lateral (select kind, member_id from held_spaces where space_id = cs.space_id and during && tstzrange(d.start, d."end") and held_until > p_now offset 0) as o
    where not r.partial and (not r.named or exists (select from preorders p where p.order_no = r."orderNo" and p.member_id = r."memberId" and p.round_id = r."roundId" and p.state = 'draft'))
      and not exists (select from suspensions_at(r.now) s where s.member_id = r."memberId")
    group by r.unit, d.id
  ) as gone
  group by gone.unit;
end $$;
