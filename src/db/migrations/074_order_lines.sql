-- Up Migration

-- What an order is for that has no floor, in the words of the day on which it was placed. Lines with floor are order_items.
create table order_lines (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders (id),
  position integer not null check (position > 0),
  words_tw text not null,
  words_en text not null,
  count integer not null default 1 check (count > 0),
  amount integer not null check (amount >= 0),
  -- A deposit goes back by other terms than what was bought.
  purpose text not null default 'price' check (purpose in ('price', 'deposit')),
  -- Cancelled: it was given back.
  state text not null default 'active' check (state in ('active', 'cancelled')),
  unique (order_id, position)
);
comment on column order_lines.amount is 'of all `count` together, so that lines sum up to the order''s amount';

-- A line goes back once, as an item does.
alter table refund_items add column line_id uuid unique references order_lines (id);

-- The titles of orders become lines, a locker's rent and deposit apart. The columns are for processes of the version before:
-- functions/keep_lines.sql.
insert into order_lines (order_id, position, words_tw, words_en, amount)
select o.id, 1,
  case when t.order_id is null then o.title_tw else regexp_replace(o.title_tw, '，含押金 [^，）]*）$', '）') end,
  case when t.order_id is null then coalesce(o.title_en, '') else regexp_replace(coalesce(o.title_en, ''), ', incl\. [^()]* deposit\)$', ')') end,
  o.amount - coalesce(t.deposit, 0)
from orders o left join locker_terms t on t.order_id = o.id and t.deposit between 1 and o.amount
where o.title_tw is not null;
insert into order_lines (order_id, position, words_tw, words_en, amount, purpose)
select o.id, 2, '押金', 'Deposit', t.deposit, 'deposit'
from orders o join locker_terms t on t.order_id = o.id and t.deposit between 1 and o.amount
where o.title_tw is not null;
comment on column orders.title_tw is 'of its order_lines, for the version before';
comment on column orders.title_en is 'of its order_lines, for the version before';

-- Down Migration

comment on column orders.title_en is null;
comment on column orders.title_tw is null;
alter table refund_items drop column line_id;
drop trigger if exists lines_kept on orders;
drop table order_lines;
