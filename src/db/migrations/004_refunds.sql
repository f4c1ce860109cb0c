-- Up Migration

-- What is approved of a pre-order is given back on the page of the pre-order: its order says which that is.
alter table orders add column preorder_no text;
update orders set preorder_no = split_part(idempotency_key, ':', 2) where kind = 'preorder';

-- What is owed back because a member has asked for it is owed like everything else.
alter table refunds_due drop constraint refunds_due_reason_check,
  add constraint refunds_due_reason_check check (reason in ('venue-cancelled', 'late-payment', 'double-payment', 'given-back', 'deposit', 'asked')),
  add column item_id uuid references order_items (id);
create index refunds_due_open on refunds_due (created_at) where done_at is null;

-- How owed money travels: one sum of one payment, one way. Several sums owed for one reason travel together.
create table refunds (
  id uuid primary key,
  refund_no text not null unique,
  order_id uuid not null references orders (id),
  -- The payment that it gives back. Null: nothing was paid.
  attempt_id uuid references payment_attempts (id),
  -- 'asked' by the member, or why it is owed anyway: as refunds_due.reason.
  cause text not null,
  state text not null check (state in ('requested', 'approved', 'processing', 'refunded', 'rejected', 'failed')),
  way text not null check (way in ('card', 'bank', 'none')),
  amount integer not null check (amount >= 0),
  reason text not null default '',
  -- Where a transfer goes. Empty while the member has yet to say it.
  bank_code text,
  bank_account text,
  account_name text,
  passbook_file_id uuid references files (id),
  -- The transfers that finance took away together.
  batch_no integer,
  -- A card refund: how often it was tried, and when it may be tried next.
  tries integer not null default 0,
  try_at timestamptz not null,
  -- The gateway may have sent it or not. Nobody tries again before somebody has looked.
  unclear boolean not null default false,
  failure text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((way = 'none') = (amount = 0)),
  check (way = 'bank' or bank_account is null),
  check (num_nulls(bank_code, bank_account, account_name) in (0, 3))
);
create index refunds_of_order on refunds (order_id);
create index refunds_open on refunds (state, try_at) where state not in ('refunded', 'rejected');
create sequence refund_batches as integer;

-- What a refund consists of. An item, and a sum that is owed, go back once.
create table refund_items (
  id bigint generated always as identity primary key,
  refund_id uuid not null references refunds (id),
  item_id uuid unique references order_items (id),
  due_id uuid unique references refunds_due (id),
  paid integer not null check (paid >= 0),
  percent integer not null check (percent between 0 and 100),
  amount integer not null check (amount between 0 and paid)
);
create index refund_items_of_refund on refund_items (refund_id);

create table refund_steps (
  id bigint generated always as identity primary key,
  refund_id uuid not null references refunds (id),
  state text not null,
  note text not null default '',
  by uuid references members (id),
  at timestamptz not null
);
create index refund_steps_of_refund on refund_steps (refund_id);

-- Written before the gateway is called: money is never sent by a try that nobody knows of.
create table refund_tries (
  refund_id uuid not null references refunds (id),
  number integer not null,
  at timestamptz not null,
  outcome text check (outcome in ('refunded', 'refused', 'unclear')),
  answer text,
  primary key (refund_id, number)
);

-- What the demo's gateway has sent back, and how often it will still refuse to.
alter table demo_trades add column refunded integer not null default 0, add column refusals integer not null default 0,
  add constraint demo_trades_refunded_check check (refunded between 0 and amount);

-- Down Migration

alter table demo_trades drop column refunded, drop column refusals;
drop table refund_tries, refund_steps, refund_items, refunds;
drop sequence refund_batches;
alter table orders drop column preorder_no;
drop index refunds_due_open;
delete from refunds_due where reason in ('asked', 'deposit');
alter table refunds_due drop column item_id, drop constraint refunds_due_reason_check,
  add constraint refunds_due_reason_check check (reason in ('venue-cancelled', 'late-payment', 'double-payment', 'given-back'));
