-- Module: accounts
-- Members who may not book at a moment, and until when. Inlined by the planner into what joins it.
create or replace function suspensions_at(p_now timestamptz) returns table (member_id uuid, until timestamptz) language sql stable as $$
  select member_id, ends_at from suspensions where lifted_at is null and starts_at <= p_now and ends_at > p_now
$$;
