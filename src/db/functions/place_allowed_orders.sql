-- Module: orders
-- place_orders for whoever may book. A suspension is looked at behind the lock on the member, in the statement that decides.
-- An order that is already placed is answered again, whatever has happened since.
-- The planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function place_allowed_orders(p_orders jsonb, p_now timestamptz) returns table (order_id uuid, outcome jsonb)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_barred uuid[];
  v_until timestamptz[];
begin
  perform 1 from members where id in (select (o ->> 'memberId')::uuid from jsonb_array_elements(p_orders) as o) order by id for no key update;

  select coalesce(array_agg(o.id), '{}'), array_agg(s.ends_at) into v_barred, v_until
  from jsonb_to_recordset(p_orders) as o (id uuid, "memberId" uuid, "idempotencyKey" text)
  join suspensions s on s.member_id = o."memberId" and s.lifted_at is null and s.starts_at <= p_now and s.ends_at > p_now
  where not exists (select from orders k where k.member_id = o."memberId" and k.idempotency_key = o."idempotencyKey");
  if cardinality(v_barred) = 0 then
    return query select p.order_id, p.outcome from place_orders(p_orders, p_now) as p;
    return;
  end if;

  return query select b.id, jsonb_build_object('refused', 'suspended', 'until', b.until) from unnest(v_barred, v_until) as b (id, until);
  return query select p.order_id, p.outcome from place_orders((
    select coalesce(jsonb_agg(o), '[]') from jsonb_array_elements(p_orders) as o where (o ->> 'id')::uuid <> all (v_barred)
  ), p_now) as p;
end $$;
