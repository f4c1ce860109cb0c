-- Up Migration

-- The mail about the venue's cancellation said that this has gone back: a refund of which all was said so needs no mail of its own.
alter table refund_items add column told_by_cancellation boolean not null default false;

-- Down Migration

alter table refund_items drop column told_by_cancellation;
