-- Up Migration

-- Hash of the cookie of the browser that registered: only that browser is logged in when the mail's link is opened.
-- Empty again once the address is confirmed.
alter table members add column registering_hash text;

-- Down Migration

alter table members drop column registering_hash;
