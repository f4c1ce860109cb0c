-- Up Migration

-- Who came, and who did not: never both. Whoever writes one of them waits for the other on the order's row.
alter table order_items
  add column checked_in_at timestamptz,
  add column checked_in_by uuid references members (id),
  add column missed_at timestamptz,
  add constraint order_items_came_or_missed check (checked_in_at is null or missed_at is null);
create index orders_under_way on orders (id) where kind in ('venue', 'preorder') and state in ('confirmed', 'checked-in');

-- Before there were tickets nobody could check in: whoever had booked has come.
update order_items i set checked_in_at = lower(i.during) from orders o
where o.id = i.order_id and o.state in ('confirmed', 'checked-in', 'completed') and i.state = 'active' and lower(i.during) <= now();

-- Since when a job has looked without a gap: what came due in a gap is nobody's fault.
create table watches (
  name text primary key,
  since timestamptz not null,
  looked_at timestamptz not null,
  check (since <= looked_at)
);

-- A private address for a calendar. Only its hash is kept: who reads this table opens no calendar.
create table calendar_feeds (
  member_id uuid primary key references members (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null
);

-- A suspension stands on the points that made it. What is lifted was as good as never given.
create table suspensions (
  id uuid primary key,
  member_id uuid not null references members (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- How many points it takes: with fewer left it is lifted.
  points integer not null check (points > 0),
  created_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by uuid references members (id),
  constraint suspensions_one_at_a_time exclude using gist (member_id with =, tstzrange(starts_at, ends_at) with &&) where (lifted_at is null)
);

-- One row is one point, given once for each cause.
create table violations (
  id uuid primary key,
  member_id uuid not null references members (id) on delete cascade,
  kind text not null check (kind in ('no-show', 'expired', 'late-cancel')),
  cause text not null unique,
  order_id uuid not null references orders (id),
  -- The day of what was missed or cancelled; null when it was the payment.
  day date,
  at timestamptz not null,
  expires_at timestamptz not null,
  -- The suspension that it has led to: it counts for no other.
  suspension_id uuid references suspensions (id),
  removed_at timestamptz,
  removed_by uuid references members (id),
  removal text check (removal in ('appeal', 'paid-after-all')),
  told_at timestamptz,
  check ((removed_at is null) = (removal is null))
);
create index violations_of_member on violations (member_id, at desc);
create index violations_untold on violations (member_id) where told_at is null;
create index violations_of_suspension on violations (suspension_id) where suspension_id is not null;

create table appeals (
  id uuid primary key,
  violation_id uuid not null unique references violations (id) on delete cascade,
  text text not null,
  file_id uuid references files (id),
  state text not null default 'open' check (state in ('open', 'accepted', 'rejected')),
  sent_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references members (id),
  reason text not null default '',
  check ((state = 'open') = (decided_at is null))
);
create index appeals_open on appeals (sent_at) where state = 'open';

-- Until when a member may not book; null: they may.
create function suspended_until(p_member uuid, p_now timestamptz) returns timestamptz language sql stable as $$
  select ends_at from suspensions where member_id = p_member and lifted_at is null and starts_at <= p_now and ends_at > p_now
$$;

-- place_orders for whoever may book. A suspension is looked at behind the lock on the member, in the statement that decides.
-- An order that is already placed is answered again, whatever has happened since.
create function place_allowed_orders(p_orders jsonb, p_now timestamptz) returns table (order_id uuid, outcome jsonb)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_barred uuid[];
  v_until timestamptz[];
begin
  perform 1 from members where id in (select (o ->> 'memberId')::uuid from jsonb_array_elements(p_orders) as o) order by id for no key update;

  select coalesce(array_agg(o.id), '{}'), array_agg(s.ends_at) into v_barred, v_until
  from jsonb_to_recordset(p_orders) as o (id uuid, "memberId" uuid, "idempotencyKey" text)
  join suspensions s on s.member_id = o."memberId" and s.lifted_at is null and s.starts_at <= p_now and s.ends_at > p_now
  where not exists (select from orders k where k.member_id = o."memberId" and k.idempotency_key = o."idempotencyKey");
  if cardinality(v_barred) = 0 then
    return query select p.order_id, p.outcome from place_orders(p_orders, p_now) as p;
    return;
  end if;

  return query select b.id, jsonb_build_object('refused', 'suspended', 'until', b.until) from unnest(v_barred, v_until) as b (id, until);
  return query select p.order_id, p.outcome from place_orders((
    select coalesce(jsonb_agg(o), '[]') from jsonb_array_elements(p_orders) as o where (o ->> 'id')::uuid <> all (v_barred)
  ), p_now) as p;
end $$;

-- The same for a season that a community asks for. Nothing is locked for it: a suspension that comes at this very moment
-- comes after what is being decided. What was submitted before is answered again.
create function submit_allowed_preorders(p_requests jsonb, p_now timestamptz) returns table (unit uuid, outcome jsonb)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_barred uuid[];
  v_until timestamptz[];
begin
  select coalesce(array_agg(r.unit), '{}'), array_agg(s.ends_at) into v_barred, v_until
  from jsonb_to_recordset(p_requests) as r (unit uuid, "orderNo" text, named boolean, "memberId" uuid, "requestHash" text, now timestamptz)
  join suspensions s on s.member_id = r."memberId" and s.lifted_at is null and s.starts_at <= r.now and s.ends_at > r.now
  where not exists (
    select from preorders p
    where r.named and p.order_no = r."orderNo" and p.member_id = r."memberId" and p.state <> 'draft' and p.request_hash = r."requestHash");
  if cardinality(v_barred) > 0 then
    return query select b.unit, jsonb_build_object('refused', 'suspended', 'until', b.until) from unnest(v_barred, v_until) as b (unit, until);
    p_requests := (select jsonb_agg(r) from jsonb_array_elements(p_requests) as r where (r ->> 'unit')::uuid <> all (v_barred));
    if p_requests is null then return; end if;
  end if;
  return query select s.unit, s.outcome from submit_preorders(p_requests, p_now) as s;
end $$;

-- Down Migration

drop function submit_allowed_preorders(jsonb, timestamptz);
drop function place_allowed_orders(jsonb, timestamptz);
drop function suspended_until(uuid, timestamptz);
drop table appeals, violations, suspensions, calendar_feeds, watches;
drop index orders_under_way;
alter table order_items drop column checked_in_at, drop column checked_in_by, drop column missed_at;
