-- Module: preorders
-- What can be answered without looking at a court: the member is suspended or gone, the pre-order was submitted before,
-- the window is closed, the copy of the round or of the catalogue is out of date, the documents have changed. A pre-order
-- that was submitted with the same content is answered again, whatever has happened to its member since. Call it behind
-- the lock on the members.
-- p_requests: as in submit_preorders. Answers only requests that end here.
-- The planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function check_preorders(p_requests jsonb) returns table (unit uuid, outcome jsonb)
language plpgsql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_catalogue_version text := (select value #>> '{}' from settings where key = 'catalogue_version');
begin
  return query
  select unit, verdict
  from (
    select r.unit, case
      when s.until is not null and (p.state <> 'draft' and p.request_hash = r."requestHash") is not true then jsonb_build_object('refused', 'suspended', 'until', s.until)
      when m.id is null or m.closed_at is not null or r.named and p.id is null or d.id is null then jsonb_build_object('refused', 'not_found')
      when p.state <> 'draft' and p.request_hash = r."requestHash" then jsonb_build_object('again', true, 'preOrderId', p.id)
      when p.state <> 'draft' then jsonb_build_object('refused', 'already_submitted')
      when d.id <> r."roundId" then jsonb_build_object('refused', 'other_round', 'roundId', d.id)
      when r.now < d.order_start or r.now > d.ends then jsonb_build_object('refused', 'window_closed', 'orderStart', d.order_start, 'end', d.ends)
      when d.version <> r."roundVersion" then jsonb_build_object('refused', 'stale_round')
      when v_catalogue_version <> r."catalogueVersion" then jsonb_build_object('refused', 'stale_catalogue')
      when exists (
        select from jsonb_to_recordset(r.documents) as x ("fileId" uuid, kind text)
        full join (select * from preorder_documents where preorder_id = p.id) as f on f.file_id = x."fileId"
        where f.kind is distinct from x.kind
      ) then jsonb_build_object('refused', 'documents_differ') end as verdict
    from jsonb_to_recordset(p_requests) as r (unit uuid, "orderNo" text, named boolean, "memberId" uuid, "roundId" integer, "roundVersion" integer, "catalogueVersion" text, "requestHash" text,
      documents jsonb, now timestamptz)
    -- Closed accounts are refused in the select above, not in this join: with a join condition on closed_at and no statistics, the planner scans the partial index of open accounts for every row.
    left join members m on m.id = r."memberId"
    left join suspensions_at(r.now) s on s.member_id = r."memberId"
    left join preorders p on r.named and p.order_no = r."orderNo" and p.member_id = r."memberId"
    left join rounds d on d.id = coalesce(p.round_id, r."roundId")
  ) as judged
  where verdict is not null;
end $$;
