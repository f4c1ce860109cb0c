-- Module: availability
-- Gives back every space of these holders (order items, dates of pre-orders, blocks) at once, and writes `space-freed`
-- events into the outbox.
create or replace function free_spaces(p_holders uuid[], p_now timestamptz) returns void language plpgsql as $$
declare
  v_spaces integer[];
  v_during tstzrange[];
  v_holders uuid[];
begin
  with freed as (
    delete from occupancy where holder_id = any (p_holders) returning space_id, during, holder_id
  )
  select array_agg(space_id), array_agg(during), array_agg(holder_id) into v_spaces, v_during, v_holders from freed;
  if v_spaces is not null then perform add_freed_spaces(v_spaces, v_during, v_holders, p_now); end if;
end $$;
