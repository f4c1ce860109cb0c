-- Up Migration

-- What has happened and has to be told, whatever it happened to. A row is written in the transaction of the change itself,
-- by add_to_outbox or addToOutbox; one job hands rows to the letters of their topic and marks them as told.
-- Rows hold ids and numbers, never names, addresses or texts: letters read those when they are written.
-- No foreign key: the tables that `subject_id` leads to belong to modules that stand to the right of notifications, and
-- an order's row would be locked a second time by every event.
create table outbox (
  id bigint generated always as identity primary key,
  -- Which module's letters it is for: order, preorder, refund, locker, points, report, visit, or space-freed.
  topic text not null,
  -- What it happened to. Events of one subject are told one after the other, in the order of their ids.
  subject_id uuid not null,
  payload jsonb not null,
  at timestamptz not null,
  told_at timestamptz,
  -- How often its letter could not be written, and when it is tried again: exponential backoff.
  tries smallint not null default 0,
  try_at timestamptz
);
create index outbox_untold on outbox (id) where told_at is null;
create index outbox_untold_of_subject on outbox (subject_id, id) where told_at is null;
-- For the job that deletes by age.
create index outbox_told on outbox (told_at) where told_at is not null;

-- Facts about an order that were read from its events until now: they outlive the events.
alter table orders
  -- Number of changes to the order so far: the iCalendar SEQUENCE of its events.
  add column changes integer not null default 1,
  -- When the mail about the coming payment deadline was queued.
  add column warned_at timestamptz;
alter table order_items add column cancelled_by_venue boolean not null default false;

update orders o set changes = e.count, warned_at = e.warned_at
from (select order_id, count(*) as count, min(at) filter (where kind = 'expiring') as warned_at from order_events group by order_id) as e
where e.order_id = o.id;
update order_items i set cancelled_by_venue = true
from order_events e where e.order_id = i.order_id and e.item_id = i.id and e.kind = 'venue-cancelled';

insert into outbox (topic, subject_id, payload, at, told_at)
select topic, subject_id, jsonb_strip_nulls(payload), at, told_at
from (
  select 'order' as topic, order_id as subject_id, jsonb_build_object('kind', kind, 'itemId', item_id) as payload, at, told_at, id
  from order_events where kind <> 'refunded'
  union all
  select 'preorder', preorder_id, jsonb_build_object('kind', kind, 'dateId', date_id), at, told_at, id from preorder_events
) as events
order by at, topic, id;

-- Points that were not told yet: those of a member come in one letter.
insert into outbox (topic, subject_id, payload, at)
select 'points', member_id, jsonb_build_object('kind', 'given', 'violationId', id), at from violations where told_at is null order by at, id;

drop table order_events, preorder_events;
alter table violations drop column told_at;

-- Down Migration

alter table violations add column told_at timestamptz;
update violations v set told_at = v.at
where not exists (select from outbox b where b.topic = 'points' and b.payload ->> 'violationId' = v.id::text and b.told_at is null);
create index violations_untold on violations (member_id) where told_at is null;

create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('placed', 'confirmed', 'expiring', 'expired', 'cancelled', 'venue-cancelled', 'reminder', 'refunded')),
  item_id uuid,
  at timestamptz not null,
  told_at timestamptz
);
create index order_events_untold on order_events (id) where told_at is null;
create index order_events_of_order on order_events (order_id);
create index order_events_told on order_events (told_at) where told_at is not null;
create table preorder_events (
  id bigint generated always as identity primary key,
  preorder_id uuid not null references preorders (id),
  kind text not null check (kind in ('submitted', 'needs-documents', 'approved', 'rejected', 'released')),
  date_id uuid,
  at timestamptz not null,
  told_at timestamptz
);
create index preorder_events_untold on preorder_events (id) where told_at is null;
create index preorder_events_told on preorder_events (told_at) where told_at is not null;
insert into order_events (order_id, kind, item_id, at, told_at)
select subject_id, payload ->> 'kind', (payload ->> 'itemId')::uuid, at, told_at from outbox where topic = 'order' order by id;
-- What retention has deleted meanwhile is still known of items that the venue has cancelled.
insert into order_events (order_id, kind, item_id, at, told_at)
select i.order_id, 'venue-cancelled', i.id, o.created_at, o.created_at from order_items i join orders o on o.id = i.order_id
where i.cancelled_by_venue and not exists (select from order_events e where e.item_id = i.id and e.kind = 'venue-cancelled');
insert into preorder_events (preorder_id, kind, date_id, at, told_at)
select subject_id, payload ->> 'kind', (payload ->> 'dateId')::uuid, at, told_at from outbox where topic = 'preorder' order by id;

alter table order_items drop column cancelled_by_venue;
alter table orders drop column changes, drop column warned_at;
drop table outbox;
