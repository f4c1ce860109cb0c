-- Module: preorders
-- Writes submitted pre-orders whose spaces are taken: a new row, or the draft of that number; their dates, and the event
-- that a job turns into a mail.
-- p_requests: as in submit_preorders. p_lost: the dates that a partial request did not get, { id: why }; they are not
-- written as dates, and `refused` of the pre-order lists them.
-- Answers { "orderNo", "amount", "dates": the lost ones } for every request.
-- The planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function write_preorders(p_requests jsonb, p_lost jsonb) returns table (unit uuid, outcome jsonb)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  with taken as materialized (
    select r.*, coalesce(p.id, r.unit) as id,
      (select coalesce(sum((d ->> 'price')::integer + (d ->> 'lightFee')::integer), 0) from jsonb_array_elements(r.dates) as d where not p_lost ? (d ->> 'id')) as amount,
      (select coalesce(jsonb_object_agg(d ->> 'id', p_lost -> (d ->> 'id')), '{}') from jsonb_array_elements(r.dates) as d where p_lost ? (d ->> 'id')) as lost,
      r."refusedBefore" || (
        select coalesce(jsonb_agg(jsonb_build_object('line', d -> 'line', 'date', d -> 'day', 'why', p_lost -> (d ->> 'id'))), '[]')
        from jsonb_array_elements(r.dates) as d where p_lost ? (d ->> 'id')) as refused
    from jsonb_to_recordset(p_requests) as r (unit uuid, "orderNo" text, named boolean, "memberId" uuid, "roundId" integer, title text, purpose text, "contactName" text, "contactPhone" text,
      headcount integer, lines jsonb, "refusedBefore" jsonb, "requestHash" text, dates jsonb, now timestamptz)
    left join preorders p on r.named and p.order_no = r."orderNo"
  ), written as (
    insert into preorders (id, order_no, round_id, member_id, state, title, purpose, contact_name, contact_phone, headcount, lines, refused, amount, request_hash, created_at, changed_at, submitted_at)
    select id, "orderNo", "roundId", "memberId", 'submitted', title, purpose, "contactName", "contactPhone", headcount, lines, refused, amount, "requestHash", now, now, now
    from taken where not named
  ), changed as (
    update preorders p set state = 'submitted', title = t.title, purpose = t.purpose, contact_name = t."contactName", contact_phone = t."contactPhone", headcount = t.headcount, lines = t.lines,
      refused = t.refused, amount = t.amount, request_hash = t."requestHash", changed_at = t.now, submitted_at = t.now
    from taken t where t.named and p.id = t.id
  ), dated as (
    insert into preorder_dates (id, preorder_id, line, member_id, round_id, court_id, day, during, price, light_fee)
    select d.id, t.id, d.line, t."memberId", t."roundId", d."courtId", d.day, tstzrange(d.start, d."end"), d.price, d."lightFee"
    from taken t, jsonb_to_recordset(t.dates) as d (id uuid, line integer, "courtId" integer, day date, start timestamptz, "end" timestamptz, price integer, "lightFee" integer)
    where not p_lost ? d.id::text
  ), told as materialized (
    select add_to_outbox('preorder', array_agg(id), array_agg('{"kind": "submitted"}'::jsonb), max(now)) from taken
  )
  select unit, jsonb_build_object('orderNo', "orderNo", 'amount', amount, 'dates', lost) from taken, told;
end $$;
