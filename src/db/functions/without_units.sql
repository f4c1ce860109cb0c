-- Module: preorders
-- The requests of a list without those of these units: what is left for the next step of a decision.
create or replace function without_units(p_requests jsonb, p_units uuid[]) returns jsonb language sql stable as $$
  select case when cardinality(p_units) = 0 then p_requests else (
    select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(p_requests) as r where (r ->> 'unit')::uuid <> all (p_units)
  ) end
$$;
