alter table orders drop constraint orders_kind_check,
  add constraint orders_kind_check check (kind in ('venue', 'locker', 'preorder', 'supplement', 'entry'));
create table pool_entries (
  order_id uuid primary key references orders (id),
  day date not null,
  count integer not null check (count > 0),
  state text not null default 'waiting' check (state in ('waiting', 'paid', 'used', 'lapsed', 'given-back'))
);
