-- Module: orders
-- Whether a member may have an order of this key: null, or how it was answered the first time. Holds the member until the
-- transaction ends, so that what one member asks for is decided in turn.
create or replace function answered_before(p_order jsonb) returns jsonb language plpgsql as $$
declare
  v_known orders;
begin
  perform 1 from members where id = (p_order ->> 'memberId')::uuid and closed_at is null for no key update;
  if not found then return jsonb_build_object('refused', 'no_such_member'); end if;
  select * into v_known from orders where member_id = (p_order ->> 'memberId')::uuid and idempotency_key = p_order ->> 'idempotencyKey';
  if not found then return null; end if;
  if v_known.request_hash <> p_order ->> 'requestHash' then return jsonb_build_object('refused', 'key_reused'); end if;
  return jsonb_build_object('again', true, 'orderNo', v_known.order_no, 'amount', v_known.amount, 'payBefore', v_known.pay_before);
end $$;
