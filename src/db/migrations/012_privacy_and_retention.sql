-- Up Migration

-- When a message goes whole, with the address that it went to. Null: with the others, by its age.
alter table messages add column delete_after timestamptz;
create index messages_to_delete on messages (delete_after) where delete_after is not null;
create index messages_of_recipient on messages (lower(recipient));

-- Payment notices by year, out of the table that is written to, for as long as the papers of money are kept.
create table payment_notices_archive (
  year integer not null,
  id bigint not null,
  trade_no text not null,
  received_at timestamptz not null,
  body jsonb not null,
  verdict text not null,
  primary key (year, id)
);
create index payment_notices_archive_of_trade on payment_notices_archive (trade_no);

-- For the job that deletes by age.
create index payment_notices_received on payment_notices (received_at);
create index order_events_told on order_events (told_at) where told_at is not null;
create index preorder_events_told on preorder_events (told_at) where told_at is not null;

-- What a member has to pay and what comes next is found without reading all that they ever booked.
create index orders_open_of_member on orders (member_id) where state in ('awaiting-payment', 'confirmed', 'checked-in');

-- Down Migration

drop index orders_open_of_member, preorder_events_told, order_events_told, payment_notices_received;
insert into payment_notices (trade_no, received_at, body, verdict) select trade_no, received_at, body, verdict from payment_notices_archive;
drop table payment_notices_archive;
drop index messages_of_recipient;
alter table messages drop column delete_after;
