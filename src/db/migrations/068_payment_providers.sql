-- Up Migration

-- Who took the money, or was asked to give it back: the name of a payment provider; 'desk' for what the desk took. There was one
-- provider before, and the version before knows no other: its rows are the default's.
alter table payment_attempts add column provider text not null default 'ecpay';
alter table payment_notices add column provider text not null default 'ecpay';
alter table payment_notices_archive add column provider text not null default 'ecpay';
alter table refund_tries add column provider text not null default 'ecpay';
update payment_attempts set provider = 'desk' where method in ('cash', 'terminal');

-- Down Migration

alter table refund_tries drop column provider;
alter table payment_notices_archive drop column provider;
alter table payment_notices drop column provider;
alter table payment_attempts drop column provider;
