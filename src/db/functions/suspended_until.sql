-- Module: accounts
-- Until when a member may not book; null: they may.
create or replace function suspended_until(p_member uuid, p_now timestamptz) returns timestamptz language sql stable as $$
  select until from suspensions_at(p_now) where member_id = p_member
$$;
