-- Up Migration

-- Orders whose money has moved since their invoices were last looked at. Written by triggers (functions/mark_invoices.sql), so that no way
-- of paying or giving back can forget it. `paid`: money came in.
create table invoice_marks (
  id bigint generated always as identity primary key,
  order_id uuid not null,
  paid boolean not null
);
create index invoice_marks_of_order on invoice_marks (order_id);
comment on column invoice_marks.order_id is 'an order; no foreign key, because a payment waits for nothing here';

-- To whom the invoice of an order is made out, where that was said for this order. `code`: of a carrier, or of the donation.
create table invoice_buyers (
  order_id uuid primary key references orders (id),
  kind text not null check (kind in ('member', 'mobile', 'citizen', 'donation', 'business', 'paper')),
  code text not null default '',
  tax_id text not null default '',
  title text not null default '',
  changed_at timestamptz not null,
  check (kind not in ('mobile', 'citizen', 'donation') or code <> ''),
  check (kind <> 'business' or tax_id <> '')
);
-- The same as a member gave it last: for the orders for which nothing else was said.
create table invoice_preferences (
  member_id uuid primary key references members (id),
  kind text not null check (kind in ('member', 'mobile', 'citizen', 'donation', 'business', 'paper')),
  code text not null default '',
  tax_id text not null default '',
  title text not null default '',
  changed_at timestamptz not null,
  check (kind not in ('mobile', 'citizen', 'donation') or code <> ''),
  check (kind <> 'business' or tax_id <> '')
);

comment on column invoice_buyers.tax_id is 'the number of a business (統一編號): no foreign key';
comment on column invoice_preferences.tax_id is 'the number of a business (統一編號): no foreign key';

-- Invoices and receipts. Amounts include the tax; `lines` and `buyer` are as they were sent.
create table invoices (
  id uuid primary key,
  order_id uuid not null references orders (id),
  issuer text not null,
  -- Our number of it at the issuer, which accepts it once.
  relate_no text not null unique,
  amount integer not null check (amount > 0),
  lines jsonb not null,
  buyer jsonb not null,
  -- Name of the till in which the money is, for receipts that are numbered by till.
  till text,
  state text not null default 'wanted' check (state in ('wanted', 'issued', 'voided', 'dropped')),
  number text,
  random_code text,
  -- What the issuer answers for the paper: contents of its two QR codes.
  marks jsonb,
  created_at timestamptz not null,
  issued_at timestamptz,
  voided_at timestamptz,
  check ((state in ('issued', 'voided')) = (number is not null and issued_at is not null)),
  check ((state = 'voided') = (voided_at is not null))
);
create index invoices_of_order on invoices (order_id);
create index invoices_by_time on invoices (issued_at) where issued_at is not null;
create index invoices_by_number on invoices (number) where number is not null;

-- What is to be done at the issuer for an invoice, and what came of it.
create table invoice_deeds (
  id uuid primary key,
  invoice_id uuid not null references invoices (id),
  order_id uuid not null references orders (id),
  kind text not null check (kind in ('issue', 'void', 'allow', 'void-allowance')),
  amount integer not null check (amount > 0),
  -- The allowance that is to be voided.
  allowance_id uuid references invoice_deeds (id),
  -- open: waits for its turn · held: waits for a person · refused: the issuer never will · dropped: not wanted any more, and never sent
  state text not null default 'open' check (state in ('open', 'held', 'done', 'refused', 'dropped')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  -- Why it has not been done: a code of ours, and the issuer's own words.
  problem text,
  problem_words text,
  -- Of an allowance, at the issuer.
  number text,
  reason text not null default '',
  by uuid references members (id),
  created_at timestamptz not null,
  done_at timestamptz,
  check ((kind = 'void-allowance') = (allowance_id is not null)),
  check ((state = 'done') = (done_at is not null))
);
create index invoice_deeds_of_order on invoice_deeds (order_id);
create index invoice_deeds_of_invoice on invoice_deeds (invoice_id);
create index invoice_deeds_of_allowance on invoice_deeds (allowance_id) where allowance_id is not null;
create index invoice_deeds_by on invoice_deeds (by) where by is not null;
create index invoice_deeds_due on invoice_deeds (next_try_at) where state = 'open';
-- One after the other: what comes next depends on what came of the one before. Two processes never open two.
create unique index invoice_deeds_one_at_a_time on invoice_deeds (order_id) where state in ('open', 'held');

-- Receipts that the centre numbers itself: without a gap in each series (a year, or a year and a till).
create table receipt_series (
  series text primary key,
  last integer not null check (last > 0)
);
create table own_receipts (
  series text not null references receipt_series (series),
  number integer not null,
  -- Our number of the invoice, or of the deed that gives back a part.
  relate_no text not null unique,
  -- Of the receipt of which this gives back a part.
  back_of text,
  amount integer not null check (amount > 0),
  at timestamptz not null,
  voided_at timestamptz,
  primary key (series, number)
);
create index own_receipts_back_of on own_receipts (back_of) where back_of is not null;

-- The other side of invoices in the demo: what its own issuers have issued.
create table demo_papers (
  issuer text not null,
  -- The merchant's number, which is taken once, whatever its capitals.
  relate_key text not null,
  relate_no text not null,
  number text not null unique,
  random_code text not null,
  amount integer not null check (amount > 0),
  fields jsonb not null,
  issued_at timestamptz not null,
  voided_at timestamptz,
  primary key (issuer, relate_key)
);
create table demo_allowances (
  number text primary key,
  paper text not null references demo_papers (number),
  amount integer not null check (amount > 0),
  at timestamptz not null,
  voided_at timestamptz
);
create index demo_allowances_of_paper on demo_allowances (paper);
create sequence demo_paper_numbers;

-- Down Migration

drop trigger if exists ledger_mark_invoices on ledger;
drop trigger if exists refunds_due_mark_invoices on refunds_due;
drop trigger if exists orders_mark_invoices on orders;
drop sequence demo_paper_numbers;
drop table demo_allowances, demo_papers, own_receipts, receipt_series, invoice_deeds, invoices, invoice_preferences, invoice_buyers, invoice_marks;
