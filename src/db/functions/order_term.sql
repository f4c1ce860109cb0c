-- Module: lockers
-- The order and the term that it pays for.
create or replace function order_term(p_order jsonb, p_rental uuid, p_first boolean, p_price integer, p_deposit integer, p_pay_before timestamptz, p_now timestamptz) returns jsonb language plpgsql as $$
begin
  insert into orders (id, order_no, kind, member_id, state, amount, pay_before, idempotency_key, request_hash, created_at, title_tw, title_en)
  values ((p_order ->> 'id')::uuid, p_order ->> 'orderNo', 'locker', (p_order ->> 'memberId')::uuid, 'awaiting-payment', p_price + p_deposit, p_pay_before,
    p_order ->> 'idempotencyKey', p_order ->> 'requestHash', p_now, p_order ->> 'titleTw', p_order ->> 'titleEn');
  insert into order_events (order_id, kind, at) values ((p_order ->> 'id')::uuid, 'placed', p_now);
  insert into locker_terms (id, rental_id, order_id, term, is_first, price, deposit, state, created_at)
  values (gen_random_uuid(), p_rental, (p_order ->> 'id')::uuid, p_order ->> 'term', p_first, p_price, p_deposit, 'waiting', p_now);
  return jsonb_build_object('again', false, 'orderNo', p_order ->> 'orderNo', 'amount', p_price + p_deposit, 'payBefore', p_pay_before);
end $$;
