-- Up Migration

-- A booking that was moved to a dearer period was paid twice: for its order, and for the top-up. Its refund is one, and gives back
-- both payments. `went_back` is what of it has gone back already; the rest goes the refund's present way.
alter table refunds add column went_back integer not null default 0,
  add constraint refunds_went_back_check check (went_back between 0 and amount);
-- The payment that an attempt was to give back; null: the refund's own, before a refund could have several.
alter table refund_tries add column attempt_id uuid references payment_attempts (id);
create index refund_tries_of_attempt on refund_tries (attempt_id) where attempt_id is not null;

-- The amount of an order is what its items cost: a move to a cheaper period has changed the item alone.
update orders o set amount = s.amount
from (select i.order_id, sum(i.price + i.light_fee + i.deposit)::integer as amount from order_items i group by i.order_id) as s
where s.order_id = o.id and s.amount < o.amount and o.state in ('confirmed', 'checked-in', 'completed', 'no-show')
  and exists (select from refunds_due d where d.order_id = o.id and d.reason = 'moved');

-- Down Migration

alter table refund_tries drop column attempt_id;
alter table refunds drop column went_back;
