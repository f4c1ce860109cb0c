-- Up Migration

-- Who has moved a booking: staff, its member, or its member by taking what a closure offered. Only the member's own moves are limited.
alter table item_moves
  add column kind text not null default 'staff' check (kind in ('staff', 'member', 'closure'));
-- A ticket that is shown at the time of before says where its booking is by now.
create index item_moves_by_old_start on item_moves (lower(from_during));

-- The share that a booking's refund is limited to: moving it to a later day does not improve the terms that it had.
alter table order_items
  add column refund_cap smallint check (refund_cap between 0 and 100);

-- A move of a member to a dearer period that waits for its payment. The order is the top-up: its id holds the new spaces until
-- it is paid or lapses. The booking stays where it is until then.
create table pending_moves (
  order_id uuid primary key references orders (id),
  item_id uuid not null references order_items (id),
  -- How often the booking had been moved: if it was moved meanwhile, the payment goes back.
  moves integer not null,
  to_court_id integer not null references courts (id),
  to_during tstzrange not null,
  sport text not null,
  counts_for_quota boolean not null,
  -- What the booking is to cost after the move.
  total integer not null check (total >= 0),
  refund_cap smallint not null check (refund_cap between 0 and 100)
);
create index pending_moves_of_item on pending_moves (item_id);

-- A top-up belongs to its booking once it is paid.
alter table orders drop constraint orders_supplement_of_an_item,
  add constraint orders_supplement_of_an_item check (supplement_of is null or kind = 'supplement');

-- Down Migration

drop table pending_moves;
delete from orders where kind = 'supplement' and supplement_of is null;
alter table orders drop constraint orders_supplement_of_an_item,
  add constraint orders_supplement_of_an_item check ((kind = 'supplement') = (supplement_of is not null)) not valid;
alter table order_items drop column refund_cap;
drop index item_moves_by_old_start;
alter table item_moves drop column kind;
