-- Module: availability
-- Replaces a reservation's spaces in place. Takes only the parts of the wanted periods that the reservation does not hold
-- yet, so nothing is given up before the new spaces are certain, and no transaction waits for a space while it holds a
-- later one. Units that get theirs give up what they held (p_leave). When something is refused, the caller decides
-- whether to roll back.
-- p_wanted: as in take_spaces, always with "court". p_leave: the holders whose spaces may be given up. Answers as take_spaces.
create or replace function move_spaces(p_wanted jsonb, p_leave uuid[], p_kind text, p_now timestamptz, out refused uuid[], out undecided uuid[]) language plpgsql as $$
declare
  v_spaces integer[];
  v_during tstzrange[];
  v_holders uuid[];
begin
  select t.refused, t.undecided into refused, undecided from take_spaces((
    select coalesce(jsonb_agg(jsonb_build_object('unit', w.unit, 'holder', w.holder, 'space', cs.space_id, 'from', lower(piece), 'to', upper(piece), 'member', w.member)), '[]')
    from jsonb_to_recordset(p_wanted) as w (unit uuid, holder uuid, court integer, "from" timestamptz, "to" timestamptz, member uuid)
    join court_spaces cs on cs.court_id = w.court,
    unnest(tstzmultirange(tstzrange(w."from", w."to")) - coalesce(
      (select range_agg(o.during) from occupancy o where o.holder_id = any (p_leave) and o.space_id = cs.space_id), '{}'::tstzmultirange)) as piece
  ), p_kind, p_now) as t;

  -- These rows lie within spaces that this transaction holds by now: no conflict and no waiting is possible.
  with given_up as (
    delete from occupancy where holder_id = any (p_leave) or holder_id in (select (w ->> 'holder')::uuid from jsonb_array_elements(p_wanted) as w)
    returning space_id, during, holder_id
  )
  select array_agg(space_id), array_agg(during), array_agg(holder_id) into v_spaces, v_during, v_holders from given_up;
  insert into occupancy (space_id, during, kind, holder_id, member_id)
  select cs.space_id, tstzrange(w."from", w."to"), p_kind, w.holder, w.member
  from jsonb_to_recordset(p_wanted) as w (unit uuid, holder uuid, court integer, "from" timestamptz, "to" timestamptz, member uuid)
  join court_spaces cs on cs.court_id = w.court
  where w.holder <> all (refused) and w.unit <> all (undecided)
  order by 1, 2;

  -- What they had and did not take again is free.
  perform add_freed_spaces(array_agg(g.space_id), array_agg(piece), array_agg(g.holder), p_now)
  from unnest(v_spaces, v_during, v_holders) as g (space_id, during, holder),
    unnest(tstzmultirange(g.during) - coalesce(
      (select range_agg(o.during) from occupancy o where o.space_id = g.space_id and o.during && g.during), '{}'::tstzmultirange)) as piece;
end $$;
