-- Module: preorders
-- Why each of these dates cannot be had, from what occupies its spaces now: 'closed' by the centre, 'yours' when the member
-- holds all of them already, otherwise 'taken'.
-- p_dates: [{ "id": uuid, "courtId": integer, "start", "end": timestamptz, "member": uuid }]
-- The planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function why_refused(p_dates jsonb, p_now timestamptz) returns table (id uuid, why text)
language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  select d.id, case when coalesce(bool_or(o.kind in ('block', 'closure') or c.holder_id is not null), false) then 'closed' when coalesce(bool_and(o.member_id = d.member), false) then 'yours' else 'taken' end
  from jsonb_to_recordset(p_dates) as d (id uuid, "courtId" integer, start timestamptz, "end" timestamptz, member uuid)
  join court_spaces cs on cs.court_id = d."courtId"
  left join held_spaces o on o.space_id = cs.space_id and o.during && tstzrange(d.start, d."end") and o.held_until > p_now
  left join closing_spaces c on c.space_id = cs.space_id and c.during && tstzrange(d.start, d."end")
  group by d.id;
end $$;
