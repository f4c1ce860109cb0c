-- Up Migration

-- How a card payment of the demo's gateway stands between the closings: taken-out of the next one, or given-up.
alter table demo_trades add column closing text;

-- Down Migration

alter table demo_trades drop column closing;
