-- Module: availability
-- What is held on these spaces at p_now and overlaps the period from p_start to p_end: short periods by their start, the few long
-- ones by their end. The conditions on the length are word for word those of the indexes occupancy_short and occupancy_long.
-- The planner settings keep it on these indexes, and save planning, which would take longer than reading. No parallel workers: the
-- planner expects many long periods where there are hardly any, and starting workers takes twenty times as long as reading.
create or replace function held_within(p_spaces integer[], p_start timestamptz, p_end timestamptz, p_now timestamptz) returns setof held_spaces rows 100
language plpgsql stable set enable_seqscan = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select * from held_spaces
    where space_id = any (p_spaces) and upper(during) - lower(during) <= interval '4 hours'
      and lower(during) > p_start - interval '4 hours' and lower(during) < p_end and upper(during) > p_start and held_until > p_now
    union all
    select * from held_spaces
    where space_id = any (p_spaces) and (upper(during) - lower(during) <= interval '4 hours') is not true
      and coalesce(upper(during), 'infinity') > p_start and lower(during) < p_end and held_until > p_now;
end $$;
