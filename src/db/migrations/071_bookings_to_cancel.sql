-- Up Migration

-- Bookings that a change of the catalogue has left without a place, until a piece of its run has cancelled them. Where the booking stood
-- then: one that was moved away meanwhile is left alone. Who made the change, and the reason that members are told; null when none was given.
create table bookings_to_cancel (
  item_id uuid primary key references order_items on delete cascade,
  order_id uuid not null,
  court_id integer not null references courts (id),
  during tstzrange not null,
  created_at timestamptz not null,
  changed_by uuid references members (id),
  reason_tw text,
  reason_en text
);
create index bookings_to_cancel_of_order on bookings_to_cancel (order_id);
create index bookings_to_cancel_of_changer on bookings_to_cancel (changed_by) where changed_by is not null;
comment on column bookings_to_cancel.order_id is 'of the item; no foreign key, because deleting the order deletes the item';

-- Down Migration

drop table bookings_to_cancel;
