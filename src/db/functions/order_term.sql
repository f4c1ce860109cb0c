-- Module: lockers
-- Writes the order of a locker's term with its lines, rent and deposit, and the term that it pays for. `p_order ->> 'rent'` is the words of
-- the rent; without them it is the version before that asks, whose title names the deposit too.
create or replace function order_term(p_order jsonb, p_rental uuid, p_first boolean, p_price integer, p_deposit integer, p_pay_before timestamptz, p_now timestamptz) returns jsonb language plpgsql as $$
declare
  v_answer jsonb := (select outcome from write_orders(jsonb_build_array(p_order || jsonb_build_object('state', 'awaiting-payment', 'amount', p_price + p_deposit, 'payBefore', p_pay_before, 'now', p_now))));
  v_rent jsonb := coalesce(p_order -> 'rent', jsonb_build_object(
    'tw', regexp_replace(p_order ->> 'titleTw', '，含押金 [^，）]*）$', '）'), 'en', regexp_replace(p_order ->> 'titleEn', ', incl\. [^()]* deposit\)$', ')')));
  v_lines jsonb := jsonb_build_array(jsonb_build_object('words', v_rent, 'amount', p_price));
begin
  if p_deposit > 0 then
    v_lines := v_lines || jsonb_build_array(jsonb_build_object('words', coalesce(p_order -> 'depositWords', '{"tw": "押金", "en": "Deposit"}'), 'amount', p_deposit, 'purpose', 'deposit'));
  end if;
  perform write_lines((p_order ->> 'id')::uuid, v_lines);
  insert into locker_terms (id, rental_id, order_id, term, is_first, price, deposit, state, created_at)
  values (gen_random_uuid(), p_rental, (p_order ->> 'id')::uuid, p_order ->> 'term', p_first, p_price, p_deposit, 'waiting', p_now);
  return v_answer;
end $$;
