-- Up Migration

-- The other side of a payment in the demo: the trades of the provider whose page is called MPG.
create table demo_mpg_trades (
  -- The merchant's number. Whoever knows it may pay.
  order_no text primary key,
  -- The provider’s number; empty until the payer has chosen.
  trade_no text not null default '',
  amount integer not null check (amount > 0),
  type text not null,
  -- The form that the browser brought: { "NotifyURL", "ReturnURL", … }
  asked jsonb not null,
  status text not null check (status in ('page', '0', '1', '2', '3')),
  -- CloseStatus as it was written last; what is in the batch (1) goes on by the clock.
  close text not null check (close in ('0', '1', '2', '3')),
  refunded integer not null check (refunded between 0 and amount),
  number text unique,
  opened_at timestamptz not null,
  paid_at timestamptz
);

-- Down Migration

drop table demo_mpg_trades;
