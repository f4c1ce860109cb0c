-- Up Migration

-- For the console's list of orders, filtered by facility or by way of payment: the newest bookings of a court, and the newest
-- payments of a way, are read from the index instead of from all orders.
create index order_items_of_court on order_items (court_id, day desc);
create index ledger_by_way on ledger (way, at desc) where kind = 'payment';

-- What was told about an order: its events, and the messages that they caused. The cause of a message that was sent again
-- begins with the cause of the first one.
create index outbox_of_subject on outbox (subject_id, id);
create index messages_by_cause on messages (cause text_pattern_ops);

-- Down Migration

drop index messages_by_cause, outbox_of_subject, ledger_by_way, order_items_of_court;
