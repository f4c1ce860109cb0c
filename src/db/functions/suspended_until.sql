-- Module: accounts
-- Until when a member may not book; null: they may.
create or replace function suspended_until(p_member uuid, p_now timestamptz) returns timestamptz language sql stable as $$
  select ends_at from suspensions where member_id = p_member and lifted_at is null and starts_at <= p_now and ends_at > p_now
$$;
