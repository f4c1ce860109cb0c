-- Module: availability
-- Every claim on a space that the claimant does not hold yet goes through this function. A unit (an order, a date of a
-- pre-order) gets every space of every period that it wants, or none; units do not depend on one another. One insert, in
-- the order of spaces and with `on conflict do nothing`: a bare insert was measured to deadlock under load, and looking
-- before inserting sells a space twice.
-- p_wanted: [{ "unit": uuid, "holder": uuid, "court": integer or "space": integer, "from", "to": timestamptz,
--   "member": uuid or null, "until": timestamptz or null }]; a holder belongs to one unit.
-- Answers `refused`, the holders whose spaces are taken, and `undecided`, the units that lost only to other units of this
-- call which gave up as well: nothing is decided about them, and the caller submits them again.
-- A lapsed hold is free, unless somebody waits for it: then it is theirs, and the claim is refused. Blocks and closures of the
-- centre take what is held for those who wait.
-- The planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function take_spaces(p_wanted jsonb, p_kind text, p_now timestamptz, out refused uuid[], out undecided uuid[])
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
declare
  v_spaces integer[];
  v_during tstzrange[];
  v_holders uuid[];
  v_units uuid[];
  v_members uuid[];
  v_until timestamptz[];
  v_lapsed boolean;
  v_closes boolean := p_kind in ('block', 'closure');
  v_out uuid[];
  v_missing uuid[];
  v_taken integer;
  v_freed_spaces integer[];
  v_freed_during tstzrange[];
  v_freed_holders uuid[];
  v_closing uuid[];
  v_closing_units uuid[];
begin
  undecided := '{}';
  select array_agg(w.space_id), array_agg(w.during), array_agg(w.holder), array_agg(w.unit), array_agg(w.member), array_agg(w.until)
  into v_spaces, v_during, v_holders, v_units, v_members, v_until
  from (
    select coalesce(w.space, cs.space_id) as space_id, tstzrange(w."from", w."to") as during, w.holder, w.unit, w.member, w.until
    from jsonb_to_recordset(p_wanted) as w (unit uuid, holder uuid, court integer, space integer, "from" timestamptz, "to" timestamptz, member uuid, until timestamptz)
    left join court_spaces cs on cs.court_id = w.court
    order by 1, 2
  ) as w;

  -- Refuses units whose spaces are visibly taken, before anything is written. A unit that passes is not accepted by that.
  select coalesce(array_agg(distinct w.holder) filter (where is_held), '{}'), coalesce(array_agg(distinct w.unit) filter (where is_held), '{}'), coalesce(bool_or(not is_held), false)
  into refused, v_out, v_lapsed
  from unnest(v_spaces, v_during, v_holders, v_units) as w (space_id, during, holder, unit)
  join held_spaces o on o.space_id = w.space_id and o.during && w.during
  cross join lateral (select o.held_until > p_now and not (v_closes and o.kind = 'offer')) as h (is_held);

  -- Floor that a closure is taking, booking by booking, is for its blocks alone. The table is empty while nothing is being closed.
  select array_agg(distinct w.holder), array_agg(distinct w.unit) into v_closing, v_closing_units
  from unnest(v_spaces, v_during, v_holders, v_units) as w (space_id, during, holder, unit)
  join closing_spaces c on c.space_id = w.space_id and c.during && w.during
  where not exists (select from closing_spaces own where own.holder_id = w.holder and own.space_id = w.space_id and own.during @> w.during);
  if v_closing is not null then
    refused := array(select distinct holder from unnest(refused || v_closing) as r (holder));
    v_out := v_out || v_closing_units;
  end if;

  -- Holds that have lapsed are free: deletes their rows, locked in the order of spaces like everything else.
  if v_lapsed then
    with lapsed as (
      delete from occupancy where ctid in (
        select o.ctid from unnest(v_spaces, v_during, v_units) as w (space_id, during, unit)
        join occupancy o on o.space_id = w.space_id and o.during && w.during
        where (o.hold_until <= p_now or v_closes and o.kind = 'offer') and w.unit <> all (v_out)
        order by o.space_id, o.during
        for update of o
      ) returning space_id, during, holder_id, kind
    )
    -- What was held for those who wait is not held for them again: otherwise it could be held for ever.
    select array_agg(space_id), array_agg(during), array_agg(holder_id) into v_freed_spaces, v_freed_during, v_freed_holders from lapsed where kind <> 'offer';
    -- A lapsed hold may have been longer or wider than what takes its place.
    if not v_closes then perform add_freed_spaces(v_freed_spaces, v_freed_during, v_freed_holders, p_now); end if;
  end if;

  insert into occupancy (space_id, during, kind, holder_id, member_id, hold_until)
  select w.space_id, w.during, p_kind, w.holder, w.member, w.until
  from unnest(v_spaces, v_during, v_holders, v_units, v_members, v_until) with ordinality as w (space_id, during, holder, unit, member, until, n)
  where w.unit <> all (v_out)
  order by w.n
  on conflict do nothing;
  get diagnostics v_taken = row_count;
  if v_closes and v_lapsed then perform add_freed_spaces(v_freed_spaces, v_freed_during, v_freed_holders, p_now); end if;
  if v_taken = (select count(*) from unnest(v_units) as w (unit) where w.unit <> all (v_out)) then return; end if;

  -- Another transaction was faster for some unit: deletes what the unit got. Nobody has seen these uncommitted rows.
  select array_agg(distinct w.unit), array_agg(distinct w.holder) into undecided, v_missing
  from unnest(v_spaces, v_during, v_holders, v_units) as w (space_id, during, holder, unit)
  where w.unit <> all (v_out)
    and not exists (select from occupancy o where o.holder_id = w.holder and o.space_id = w.space_id and o.during = w.during);
  delete from occupancy o using unnest(v_holders, v_units) as w (holder, unit) where o.holder_id = w.holder and w.unit = any (undecided);
  -- Refused is what is still taken. What is free again had been taken by a unit that was deleted just now: undecided.
  select coalesce(array_agg(distinct w.holder), '{}'), coalesce(array_agg(distinct w.unit), '{}') into v_missing, v_out
  from unnest(v_spaces, v_during, v_holders, v_units) as w (space_id, during, holder, unit)
  where w.holder = any (v_missing) and exists (select from held_spaces o where o.space_id = w.space_id and o.during && w.during and o.held_until > p_now);
  refused := refused || v_missing;
  undecided := array(select unit from unnest(undecided) as w (unit) where unit <> all (v_out));
end $$;
