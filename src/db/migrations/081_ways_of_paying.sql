-- Up Migration

-- The way of paying that the payer chose, where the service asked.
alter table payment_attempts add column way text;

-- Down Migration

alter table payment_attempts drop column way;
