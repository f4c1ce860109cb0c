-- Module: availability
-- Gives back spaces that this very transaction has taken for these holders. Nobody has seen them, so no event says that
-- they are free: see free_spaces for what others may be waiting for.
create or replace function undo_taking(p_holders uuid[]) returns void language plpgsql as $$
begin
  delete from occupancy where holder_id = any (p_holders);
end $$;
