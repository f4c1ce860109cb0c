-- Module: preorders
-- The same for a season that a community asks for. Nothing is locked for it: a suspension that comes at this very moment
-- comes after what is being decided. What was submitted before is answered again.
-- The planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function submit_allowed_preorders(p_requests jsonb, p_now timestamptz) returns table (unit uuid, outcome jsonb)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_barred uuid[];
  v_until timestamptz[];
begin
  select coalesce(array_agg(r.unit), '{}'), array_agg(s.ends_at) into v_barred, v_until
  from jsonb_to_recordset(p_requests) as r (unit uuid, "orderNo" text, named boolean, "memberId" uuid, "requestHash" text, now timestamptz)
  join suspensions s on s.member_id = r."memberId" and s.lifted_at is null and s.starts_at <= r.now and s.ends_at > r.now
  where not exists (
    select from preorders p
    where r.named and p.order_no = r."orderNo" and p.member_id = r."memberId" and p.state <> 'draft' and p.request_hash = r."requestHash");
  if cardinality(v_barred) > 0 then
    return query select b.unit, jsonb_build_object('refused', 'suspended', 'until', b.until) from unnest(v_barred, v_until) as b (unit, until);
    p_requests := (select jsonb_agg(r) from jsonb_array_elements(p_requests) as r where (r ->> 'unit')::uuid <> all (v_barred));
    if p_requests is null then return; end if;
  end if;
  return query select s.unit, s.outcome from submit_preorders(p_requests, p_now) as s;
end $$;
