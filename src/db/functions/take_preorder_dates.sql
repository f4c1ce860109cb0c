-- Module: preorders
-- Takes the spaces of requests, each request for itself: all of its dates or none, or with `partial` those that are free.
-- Checks neither the window nor the cap: whoever decides by other rules, such as a ballot, calls it for the requests that
-- have won, and write_preorders for those that are taken. The caller holds the locks on the members.
-- p_requests: [{ "unit", "memberId": uuid, "partial": boolean, "dates": [{ "id": uuid, "courtId": integer, "start", "end" }] }]
-- Answers for every request 'taken', 'refused', or 'undecided' when only other requests of the same statement stood in its
-- way and gave up as well: it holds nothing and is submitted again. `lost`: the dates that it did not get, { id: why }.
-- The planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function take_preorder_dates(p_requests jsonb, p_now timestamptz) returns table (unit uuid, result text, lost jsonb)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_taking record;
  v_undecided uuid[] := '{}';
  v_why jsonb := '{}';
begin
  -- A request for all or nothing is one unit of take_spaces; of a partial one, every date is a unit.
  select refused, undecided into v_taking from take_spaces((
    select coalesce(jsonb_agg(jsonb_build_object('unit', case when r.partial then d -> 'id' else to_jsonb(r.unit) end, 'holder', d -> 'id', 'court', d -> 'courtId', 'from', d -> 'start',
      'to', d -> 'end', 'member', r."memberId")), '[]')
    from jsonb_to_recordset(p_requests) as r (unit uuid, partial boolean, "memberId" text, dates jsonb), jsonb_array_elements(r.dates) as d
  ), 'preorder', p_now);

  if cardinality(v_taking.undecided) > 0 then
    -- A partial request that is submitted again frees all of its dates, also those for which another request was refused.
    -- So with such a request, everybody who was refused something is submitted again too.
    select coalesce(array_agg(distinct r.unit), '{}') into v_undecided
    from jsonb_to_recordset(p_requests) as r (unit uuid, partial boolean, dates jsonb), jsonb_to_recordset(r.dates) as d (id uuid)
    where r.unit = any (v_taking.undecided) or d.id = any (v_taking.undecided) or d.id = any (v_taking.refused)
      and exists (select from jsonb_to_recordset(p_requests) as o (partial boolean, dates jsonb), jsonb_to_recordset(o.dates) as i (id uuid) where o.partial and i.id = any (v_taking.undecided));
    perform undo_taking(array(
      select d.id from jsonb_to_recordset(p_requests) as r (unit uuid, dates jsonb), jsonb_to_recordset(r.dates) as d (id uuid) where r.unit = any (v_undecided)
    ));
  end if;

  if cardinality(v_taking.refused) > 0 then
    select coalesce(jsonb_object_agg(w.id, w.why), '{}') into v_why
    from why_refused((
      select coalesce(jsonb_agg(d || jsonb_build_object('member', r."memberId")), '[]')
      from jsonb_to_recordset(p_requests) as r (unit uuid, "memberId" uuid, dates jsonb), jsonb_array_elements(r.dates) as d
      where r.unit <> all (v_undecided) and (d ->> 'id')::uuid = any (v_taking.refused)
    ), p_now) as w;
  end if;

  return query
  select r.unit, case when r.unit = any (v_undecided) then 'undecided' when l.is_refused then 'refused' else 'taken' end, l.lost
  from jsonb_to_recordset(p_requests) as r (unit uuid, partial boolean, dates jsonb) cross join lateral (
    select coalesce(jsonb_object_agg(d ->> 'id', v_why -> (d ->> 'id')) filter (where v_why ? (d ->> 'id')), '{}') as lost,
      case when r.partial then bool_and(v_why ? (d ->> 'id')) else bool_or(v_why ? (d ->> 'id')) end as is_refused
    from jsonb_array_elements(r.dates) as d
  ) as l;
end $$;
