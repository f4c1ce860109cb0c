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

-- Down Migration

drop table appeals, violations, suspensions, calendar_feeds, watches;
drop index orders_under_way;
alter table order_items drop column checked_in_at, drop column checked_in_by, drop column missed_at;
