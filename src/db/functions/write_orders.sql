-- Module: orders
-- Writes orders, their items and the events that tell of them: every order of every kind comes into being here. Decides nothing:
-- the caller has asked answer_orders and has taken what is ordered. An order that comes from an approved pre-order and is to be paid
-- has no event of its own: the approval's mail tells of it.
-- p_orders: [{ id, orderNo, kind, memberId, state, amount, payBefore, idempotencyKey, requestHash, now, and for courts items,
--   contactName, contactPhone, remark, placedBy; preOrderNo of the pre-order that it comes from; titleTw, titleEn of what has no items;
--   supplementOf, the item that a supplement is for; fromWaitingList; payAtDesk }]
create or replace function write_orders(p_orders jsonb) returns table (order_id uuid, outcome jsonb) language plpgsql as $$
#variable_conflict use_column
begin
  return query
  with placed as (
    insert into orders (id, order_no, kind, preorder_no, member_id, state, amount, pay_before, contact_name, contact_phone, remark, idempotency_key, request_hash, placed_by, created_at,
      confirmed_at, title_tw, title_en, supplement_of, from_waiting_list, pay_at_desk)
    select o.id, o."orderNo", o.kind, o."preOrderNo", o."memberId", o.state, o.amount, o."payBefore", coalesce(o."contactName", ''), coalesce(o."contactPhone", ''), coalesce(o.remark, ''),
      o."idempotencyKey", o."requestHash", o."placedBy", o.now, case when o.state = 'confirmed' then o.now end, o."titleTw", o."titleEn", o."supplementOf", coalesce(o."fromWaitingList", false), coalesce(o."payAtDesk", false)
    from jsonb_to_recordset(p_orders) as o (id uuid, "orderNo" text, kind text, "preOrderNo" text, "memberId" uuid, state text, amount integer, "payBefore" timestamptz, "contactName" text,
      "contactPhone" text, remark text, "idempotencyKey" text, "requestHash" text, "placedBy" uuid, now timestamptz, "titleTw" text, "titleEn" text, "supplementOf" uuid, "fromWaitingList" boolean, "payAtDesk" boolean)
    returning id, order_no, preorder_no, state, amount, pay_before, created_at, from_waiting_list
  ), listed as (
    insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit)
    select i.id, o.id, o."memberId", i."courtId", i.sport, tstzrange(i.start, i."end"), i.day, i.minutes, i.counts, i."identityId", i.price, i."lightFee", i.deposit
    from jsonb_to_recordset(p_orders) as o (id uuid, "memberId" uuid, items jsonb),
      jsonb_to_recordset(o.items) as i (id uuid, "courtId" integer, sport text, start timestamptz, "end" timestamptz, day date, minutes integer, counts boolean, "identityId" integer, price integer,
        "lightFee" integer, deposit integer)
  ), told as materialized (
    select add_to_outbox('order', array_agg(id), array_agg(jsonb_build_object('kind', case when state = 'confirmed' then 'confirmed' when from_waiting_list then 'offered' else 'placed' end)), max(created_at))
    from placed where preorder_no is null or state = 'confirmed'
  )
  select id, jsonb_build_object('again', false, 'orderNo', order_no, 'state', state, 'amount', amount, 'payBefore', pay_before) from placed, told;
end $$;
