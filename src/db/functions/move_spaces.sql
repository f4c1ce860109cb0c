-- Module: availability
-- For one who already stands there and wants to stand otherwise: only what is not theirs yet has to be taken, so nothing
-- is given up before it is sure, and nobody waits for a space while holding a later one. What is refused is refused by
-- others. Those who get theirs leave what they had (`p_leave`); when somebody is refused, the caller decides whether to roll back.
create or replace function move_spaces(p_wanted jsonb, p_leave uuid[], p_kind text, p_now timestamptz, out refused uuid[], out undecided uuid[]) language plpgsql as $$
begin
  select t.refused, t.undecided into refused, undecided from take_spaces((
    select coalesce(jsonb_agg(jsonb_build_object('unit', w.unit, 'holder', w.holder, 'space', cs.space_id, 'from', lower(piece), 'to', upper(piece), 'member', w.member)), '[]')
    from jsonb_to_recordset(p_wanted) as w (unit uuid, holder uuid, court integer, "from" timestamptz, "to" timestamptz, member uuid)
    join court_spaces cs on cs.court_id = w.court,
    unnest(tstzmultirange(tstzrange(w."from", w."to")) - coalesce(
      (select range_agg(o.during) from occupancy o where o.holder_id = any (p_leave) and o.space_id = cs.space_id), '{}'::tstzmultirange)) as piece
  ), p_kind, p_now) as t;

  -- Everything written here stands on floor that is already theirs: there is nobody to wait for.
  delete from occupancy where holder_id = any (p_leave) or holder_id in (select (w ->> 'holder')::uuid from jsonb_array_elements(p_wanted) as w);
  insert into occupancy (space_id, during, kind, holder_id, member_id)
  select cs.space_id, tstzrange(w."from", w."to"), p_kind, w.holder, w.member
  from jsonb_to_recordset(p_wanted) as w (unit uuid, holder uuid, court integer, "from" timestamptz, "to" timestamptz, member uuid)
  join court_spaces cs on cs.court_id = w.court
  where w.holder <> all (refused) and w.unit <> all (undecided)
  order by 1, 2;
end $$;
