-- Module: lockers
-- Writes the order of a locker's term, and the term that it pays for.
create or replace function order_term(p_order jsonb, p_rental uuid, p_first boolean, p_price integer, p_deposit integer, p_pay_before timestamptz, p_now timestamptz) returns jsonb language plpgsql as $$
declare
  v_answer jsonb := (select outcome from write_orders(jsonb_build_array(p_order || jsonb_build_object('state', 'awaiting-payment', 'amount', p_price + p_deposit, 'payBefore', p_pay_before, 'now', p_now))));
begin
  insert into locker_terms (id, rental_id, order_id, term, is_first, price, deposit, state, created_at)
  values (gen_random_uuid(), p_rental, (p_order ->> 'id')::uuid, p_order ->> 'term', p_first, p_price, p_deposit, 'waiting', p_now);
  return v_answer;
end $$;
