-- Module: orders
-- What a plain read can tell about orders that came at the same moment, before anything is locked or written: in a race, most of
-- them want what somebody holds already. Decides nothing about the others: place_orders does.
-- p_courts, p_from, p_to: the wanted periods, each once. p_members, p_keys: of each order its member and idempotency key.
-- Answers positions, counted from 1: `taken`, the periods that are held; `others`, the orders about which something else is to be
-- said first, because the key was used before or the member is suspended. And the catalogue's version.
-- The planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function late_orders(p_courts integer[], p_from timestamptz[], p_to timestamptz[], p_members uuid[], p_keys text[], p_now timestamptz,
  out taken integer[], out others integer[], out catalogue_version text)
language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
begin
  taken := array(
    select w.n from unnest(p_courts, p_from, p_to) with ordinality as w (court, "from", "to", n)
    where exists (
      -- One index lookup (space, period) for each space of the court. `offset 0` stops the planner from flattening the subquery; flattened, it searches the period on all spaces and filters by space afterwards.
      select from court_spaces cs cross join lateral (select from held_spaces where space_id = cs.space_id and during && tstzrange(w."from", w."to") and held_until > p_now offset 0) as o
      where cs.court_id = w.court
    )
  );
  if taken <> '{}' then
    others := array(
      select a.n from unnest(p_members, p_keys) with ordinality as a (member, key, n)
      where exists (select from orders k where k.member_id = a.member and k.idempotency_key = a.key) or exists (select from suspensions_at(p_now) s where s.member_id = a.member)
    );
    catalogue_version := (select value #>> '{}' from settings where key = 'catalogue_version');
  end if;
end $$;
