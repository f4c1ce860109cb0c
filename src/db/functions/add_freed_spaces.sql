-- Module: availability
-- Every space that is given back passes here. Writes into the outbox that it was: one row for each holder, facility and
-- period, topic `space-freed`. What somebody waits for is held for them at once (hold_for_waiting).
-- Readers look at the occupancy for what is still free by then: somebody else may have taken it, in this very transaction.
create or replace function add_freed_spaces(p_spaces integer[], p_during tstzrange[], p_holders uuid[], p_now timestamptz) returns void language plpgsql as $$
begin
  perform add_to_outbox('space-freed', array_agg(f.holder), array_agg(f.payload), p_now)
  from (
    select g.holder, jsonb_build_object('facilityId', s.facility_id, 'spaceIds', jsonb_agg(s.id order by s.id), 'from', lower(g.during), 'to', upper(g.during)) as payload
    from unnest(p_spaces, p_during, p_holders) as g (space_id, during, holder)
    join spaces s on s.id = g.space_id
    where upper(g.during) > p_now
    group by g.holder, s.facility_id, g.during
    order by g.during, s.facility_id, g.holder
  ) as f;
  perform hold_for_waiting(p_spaces, p_during, p_holders, p_now);
end $$;
