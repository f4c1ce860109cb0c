-- Module: availability
-- Holds floor that was given back for those who wait for it, in the transaction that gives it back: occupancy of kind
-- `offer`, and a row of freed_floor for each holder that gave it back, which a job turns into offers. The caller has deleted
-- the rows of the floor, and nobody can have taken it since: whoever wants it waits for this transaction. Only the parts
-- that somebody waits for are held, and nothing that a closure keeps for itself. If the job never runs, the hold lapses.
-- The planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function hold_for_waiting(p_spaces integer[], p_during tstzrange[], p_holders uuid[], p_now timestamptz) returns void
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
begin
  if not exists (
    select from unnest(p_spaces, p_during) as f (space_id, during)
    join awaited_spaces a on a.space_id = f.space_id and a.during && f.during and a.until > p_now
  ) then return; end if;

  with pieces as materialized (
    select f.holder, f.space_id, s.facility_id, piece
    from unnest(p_spaces, p_during, p_holders) as f (space_id, during, holder)
    join spaces s on s.id = f.space_id
    cross join lateral unnest(
      (select range_agg(a.during) from awaited_spaces a where a.space_id = f.space_id and a.during && f.during and a.until > p_now) * tstzmultirange(f.during)
      - coalesce((select range_agg(c.during) from closing_spaces c where c.space_id = f.space_id and c.during && f.during), '{}'::tstzmultirange)
    ) as piece
    where upper(piece) > p_now
  ), freed as materialized (
    select gen_random_uuid() as id, holder, facility_id, range_merge(range_agg(piece)) as during from pieces group by holder, facility_id
  ), noted as (
    insert into freed_floor (id, facility_id, during, freed_at) select id, facility_id, during, p_now from freed
  )
  insert into occupancy (space_id, during, kind, holder_id, hold_until)
  select p.space_id, p.piece, 'offer', f.id, p_now + interval '2 minutes'
  from pieces p join freed f on f.holder = p.holder and f.facility_id = p.facility_id
  order by 1, 2
  on conflict do nothing;
end $$;
