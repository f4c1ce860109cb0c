-- Module: lockers
-- Makes a paid reservation an active rental. A reservation that had lapsed is revived if the locker is not retired, nobody else
-- has it and the member has no other. Answers false when the locker is gone.
create or replace function hold_locker(p_rental uuid, p_starts timestamptz, p_ends timestamptz, p_now timestamptz) returns boolean language plpgsql as $$
declare
  v_rental locker_rentals;
begin
  update locker_rentals set state = 'active', starts_at = p_starts, ends_at = p_ends where id = p_rental and state = 'reserved';
  if found then return true; end if;
  -- Deleted and inserted with `on conflict do nothing`, as rent_locker does: an update would raise a unique violation.
  delete from locker_rentals where id = p_rental and state = 'lapsed' returning * into v_rental;
  if not found then return false; end if;
  if keep_locker(v_rental.locker_id) then
    perform lapse_lockers(v_rental.locker_id, v_rental.member_id, p_now);
    insert into locker_rentals (id, locker_id, member_id, state, deposit, created_at, starts_at, ends_at)
    values (v_rental.id, v_rental.locker_id, v_rental.member_id, 'active', v_rental.deposit, v_rental.created_at, p_starts, p_ends)
    on conflict do nothing;
    if found then return true; end if;
  end if;
  insert into locker_rentals select v_rental.*;
  return false;
end $$;
