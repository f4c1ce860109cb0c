-- Module: orders
-- Number of a member's orders that wait to be paid at the desk. The limit is checked under the member's lock (answer_orders).
create or replace function open_desk_orders(p_member uuid, p_now timestamptz) returns integer language sql stable as $$
  select count(*)::integer from orders where member_id = p_member and state = 'awaiting-payment' and pay_at_desk and pay_before > p_now
$$;
