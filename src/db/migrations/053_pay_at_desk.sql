-- Up Migration

-- An order that is to be paid at the desk, such as one by telephone: it is held until pay_before, which is at the latest when its
-- first period starts (or ends, if it had begun when it was sold).
alter table orders add column pay_at_desk boolean not null default false;

-- Down Migration

alter table orders drop column pay_at_desk;
