-- Module: lockers
-- Keeps a locker from being retired or removed until the transaction ends, and answers whether it is offered: neither retired nor out of order. A change of the
-- lockers holds all of them `for update`. Two statements: the second one reads what the first may have waited for.
create or replace function keep_locker(p_locker integer) returns boolean language plpgsql as $$
begin
  perform 1 from lockers where id = p_locker for key share;
  return exists (select from lockers where id = p_locker and retired_at is null and out_of_order_at is null);
end $$;
