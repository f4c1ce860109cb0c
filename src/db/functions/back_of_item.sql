-- Module: orders
-- What goes back for a booking that the centre cancels: the price of the item to the payment that confirmed its order, if there was
-- one, and each supplement that was paid for it. Dry runs add it up, and cancelling writes it down.
-- The payment that confirmed an order is the first paid attempt that is not owed back whole as a late or double payment.
create or replace function back_of_item(p_item uuid) returns table (order_id uuid, attempt_id uuid, amount integer)
language sql stable as $$
  select o.id, a.id, o.amount
  from (
    select d.id, i.price + i.light_fee + i.deposit as amount, true as is_own
    from order_items i join orders d on d.id = i.order_id and d.state in ('confirmed', 'checked-in') where i.id = p_item and i.state = 'active'
    union all
    select s.id, s.amount, false
    from order_items i join orders d on d.id = i.order_id and d.state in ('confirmed', 'checked-in') join orders s on s.supplement_of = i.id and s.state = 'confirmed'
    where i.id = p_item and i.state = 'active'
  ) as o
  left join lateral (
    select t.id from payment_attempts t where t.order_id = o.id and t.state = 'paid'
      and not exists (select from refunds_due r where r.attempt_id = t.id and r.amount = t.amount and r.reason in ('late-payment', 'double-payment'))
    order by t.settled_at limit 1
  ) as a on true
  where o.amount > 0 and (a.id is not null or not o.is_own)
$$;
