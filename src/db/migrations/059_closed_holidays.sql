-- Up Migration

-- Holidays on which the whole centre is closed; on all others it is open, with the hours and prices of holidays.
alter table holidays add column closed boolean not null default false;

-- Down Migration

alter table holidays drop column closed;
