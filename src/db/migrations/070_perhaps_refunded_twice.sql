-- Up Migration

-- The payment provider said late that an attempt gave money back, and meanwhile it was decided otherwise: finance looks into it, and nothing is
-- sent before.
alter table refunds add column perhaps_twice boolean not null default false;
create index refunds_perhaps_twice on refunds (id) where perhaps_twice;

-- What a move of its member gave back or cost, as it was answered: a repeated request is answered the same.
alter table item_moves add column difference integer;

-- Down Migration

alter table item_moves drop column difference;
alter table refunds drop column perhaps_twice;
