-- Module: lockers
-- Orders the term that follows the current one. The caller holds the lock on the rental and has decided behind it that the
-- rental may be renewed.
create or replace function renew_locker(p_order jsonb, p_rental uuid, p_pay_before timestamptz, p_now timestamptz) returns jsonb language plpgsql as $$
declare
  v_price integer;
begin
  select p.price into v_price
  from locker_rentals r join lockers l on l.id = r.locker_id join locker_prices p on p.size = l.size and p.months = (p_order ->> 'months')::integer
  where r.id = p_rental;
  if not found then return jsonb_build_object('refused', 'no_such_term'); end if;
  return order_term(p_order, p_rental, false, v_price, 0, p_pay_before, p_now);
end $$;
