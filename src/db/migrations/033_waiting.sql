-- Up Migration

-- The console counts what waits for staff on every screen: without these it would read all messages and all pre-orders.
create index messages_failed on messages (created_at) where state = 'failed';
create index preorders_submitted on preorders (submitted_at) where state = 'submitted';

-- Down Migration

drop index preorders_submitted, messages_failed;
