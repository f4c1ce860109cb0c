-- Module: orders
-- Locks the members of orders, and answers the orders about which nothing is left to decide: the idempotency key was used before
-- (the same request is answered as the first time, another one is refused), the member is suspended and wants courts, the member
-- is gone. No row for the others: they may go on, and nobody else decides about these members until the transaction ends.
-- p_orders: [{ id, memberId, idempotencyKey, requestHash, and for courts items }]
create or replace function answer_orders(p_orders jsonb, p_now timestamptz) returns table (order_id uuid, outcome jsonb) language plpgsql as $$
#variable_conflict use_column
begin
  perform lock_members(array(select (o ->> 'memberId')::uuid from jsonb_array_elements(p_orders) as o));

  return query
  select id, verdict
  from (
    select o.id, case
      when k.id is null and s.until is not null then jsonb_build_object('refused', 'suspended', 'until', s.until)
      when m.id is null or m.closed_at is not null then jsonb_build_object('refused', 'no_such_member')
      when k.request_hash <> o."requestHash" then jsonb_build_object('refused', 'key_reused')
      when k.id is not null then jsonb_build_object('again', true, 'orderNo', k.order_no, 'state', k.state, 'amount', k.amount, 'payBefore', k.pay_before) end as verdict
    from jsonb_to_recordset(p_orders) as o (id uuid, items jsonb, "memberId" uuid, "idempotencyKey" text, "requestHash" text)
    -- Closed accounts are refused in the select above, not in this join: with a join condition on closed_at and no statistics, the planner scans the partial index of open accounts for every row.
    left join members m on m.id = o."memberId"
    left join orders k on k.member_id = o."memberId" and k.idempotency_key = o."idempotencyKey"
    left join suspensions_at(p_now) s on s.member_id = o."memberId" and o.items is not null
  ) as judged
  where verdict is not null;
end $$;
