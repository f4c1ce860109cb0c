-- Up Migration

alter table order_items
  -- Parked: staff took the booking off the floor while they make room. It keeps its money, its court and its time until it is placed again.
  add column parked_at timestamptz,
  add column parked_by uuid references members (id),
  -- How often staff have moved or parked it. Callers say which number they have seen, so that of two desks the second is told.
  add column moves integer not null default 0,
  add constraint order_items_parked_by_somebody check ((parked_at is null) = (parked_by is null));
create index order_items_parked on order_items (parked_at) where parked_at is not null;
create index order_items_of_parker on order_items (parked_by) where parked_by is not null;

-- Every change of a booking's court or time by staff. Rows that are not settled yet are a series: money and mail follow
-- once it is over, for the difference between its beginning and its end.
create table item_moves (
  id bigint generated always as identity primary key,
  item_id uuid not null references order_items (id),
  by uuid not null references members (id),
  at timestamptz not null,
  reason text not null,
  from_court_id integer not null references courts (id),
  from_during tstzrange not null,
  -- Null: parked.
  to_court_id integer references courts (id),
  to_during tstzrange,
  -- What the booking is to cost after this move.
  total integer not null check (total >= 0),
  idempotency_key text not null,
  request_hash text not null,
  settled_at timestamptz,
  check ((to_court_id is null) = (to_during is null)),
  unique (by, idempotency_key, item_id)
);
create index item_moves_of_item on item_moves (item_id, id);
create index item_moves_unsettled on item_moves (at) where settled_at is null;

-- What a move to a dearer period costs besides, as an order of its own: paid by link or at the desk like any other.
alter table orders drop constraint orders_kind_check,
  add constraint orders_kind_check check (kind in ('venue', 'locker', 'preorder', 'supplement')),
  add column supplement_of uuid references order_items (id),
  add constraint orders_supplement_of_an_item check ((kind = 'supplement') = (supplement_of is not null));
create index orders_supplements on orders (supplement_of) where supplement_of is not null;

alter table refunds_due drop constraint refunds_due_reason_check,
  add constraint refunds_due_reason_check check (reason in ('venue-cancelled', 'late-payment', 'double-payment', 'given-back', 'deposit', 'asked', 'moved'));

-- Down Migration

alter table refunds_due drop constraint refunds_due_reason_check,
  add constraint refunds_due_reason_check check (reason in ('venue-cancelled', 'late-payment', 'double-payment', 'given-back', 'deposit', 'asked')) not valid;
drop index orders_supplements;
alter table orders drop constraint orders_supplement_of_an_item, drop column supplement_of,
  drop constraint orders_kind_check, add constraint orders_kind_check check (kind in ('venue', 'locker', 'preorder')) not valid;
drop table item_moves;
alter table order_items drop constraint order_items_parked_by_somebody, drop column moves, drop column parked_by, drop column parked_at;
