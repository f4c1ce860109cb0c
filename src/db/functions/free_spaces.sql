-- Module: availability
-- Gives back every space of these holders (order items, dates of pre-orders, blocks) at once.
create or replace function free_spaces(p_holders uuid[]) returns void language plpgsql as $$
begin
  delete from occupancy where holder_id = any (p_holders);
end $$;
