-- Up Migration

-- A guest is somebody without an account who books at the desk or by telephone: a name and a mobile, and nothing to log in
-- with. Orders, money and points work as for members. One person may be met twice with one mobile, two with one mobile also.
alter table members
  add column is_guest boolean not null default false,
  alter column account drop not null,
  alter column email drop not null,
  alter column secret_hash drop not null,
  add constraint members_guest_or_account check (
    case when not is_guest then num_nulls(account, email, secret_hash) = 0
      when closed_at is not null then num_nonnulls(email_confirmed_at, role) = 0
      else num_nonnulls(account, email, secret_hash, email_confirmed_at, role, registering_hash) = 0 and name <> '' and mobile <> '' end);
create unique index members_guest on members (mobile, lower(name)) where is_guest and closed_at is null;
-- For finding people by the beginning of their mobile.
create index members_by_mobile on members (mobile text_pattern_ops) where mobile <> '' and closed_at is null;

-- A till from its opening with a float to its closing with a count. `expected` and `counted` are known once it is closed.
create table tills (
  id uuid primary key,
  -- Which drawer it is. A drawer is open once at a time.
  name text not null check (name <> ''),
  opened_at timestamptz not null,
  opened_by uuid not null references members (id),
  closed_at timestamptz,
  closed_by uuid references members (id),
  expected integer,
  counted integer check (counted >= 0),
  -- How many of which note or coin were counted: { "1000": 3, "100": 12 }
  pieces jsonb,
  explanation text not null default '',
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (expected is null) and (closed_at is null) = (counted is null)),
  -- A difference has to be explained.
  check (closed_at is null or counted = expected or explanation <> '')
);
create unique index tills_one_open on tills (lower(name)) where closed_at is null;
create index tills_recent on tills (opened_at desc);
create index tills_of_opener on tills (opened_by);
create index tills_of_closer on tills (closed_by) where closed_by is not null;

-- Everything that goes into a till or out of it. The sum of an open till's rows is what has to be in it; closing writes the
-- difference and takes the count out, so that the rows of a closed till sum up to nothing. Rows are only ever added.
create table till_rows (
  id bigint generated always as identity primary key,
  till_id uuid not null references tills (id),
  kind text not null check (kind in ('opened', 'sale', 'refund', 'in', 'out', 'difference', 'closed')),
  amount integer not null check (case kind when 'sale' then amount > 0 when 'in' then amount > 0 when 'opened' then amount >= 0
    when 'refund' then amount < 0 when 'out' then amount < 0 when 'closed' then amount <= 0 else amount <> 0 end),
  -- Cash that was handed over for a sale; the rest is the change.
  given integer check (given >= amount),
  reason text not null default '',
  -- Number of the order or of the refund.
  reference text,
  idempotency_key text,
  by uuid not null references members (id),
  at timestamptz not null,
  check ((kind in ('sale', 'refund')) = (reference is not null)),
  check ((kind = 'sale') = (given is not null)),
  check (kind not in ('in', 'out', 'difference') or reason <> ''),
  unique (till_id, idempotency_key)
);
create index till_rows_of_till on till_rows (till_id, id);
create index till_rows_by on till_rows (by);

-- How money moved, and through which till. `terminal`: a card at the desk; `card` and `transfer`: by the gateway or the bank.
alter table ledger add column way text check (way in ('card', 'transfer', 'cash', 'terminal')), add column till_id uuid references tills (id);
update ledger l set way = coalesce(
  (select case r.way when 'bank' then 'transfer' else 'card' end from refunds r where l.cause = 'refund:' || r.id),
  (select case when a.method in ('atm', 'cvs') then 'transfer' end from payment_attempts a where a.id = l.attempt_id),
  'card');
alter table ledger alter column way set not null,
  add constraint ledger_cash_by_till check (way <> 'cash' or till_id is not null);
create index ledger_of_till on ledger (till_id) where till_id is not null;

-- A refund may be handed over in cash, or given back by the terminal that took it.
alter table refunds drop constraint refunds_way_check, add constraint refunds_way_check check (way in ('card', 'bank', 'cash', 'terminal', 'none'));

-- Down Migration

alter table refunds drop constraint refunds_way_check, add constraint refunds_way_check check (way in ('card', 'bank', 'none')) not valid;
alter table ledger drop column way, drop column till_id;
drop table till_rows, tills;
drop index members_by_mobile, members_guest;
drop view if exists priced_members;
alter table members drop constraint members_guest_or_account;
update members set account = 'guest-' || id, email = '', secret_hash = '' where is_guest;
alter table members alter column account set not null, alter column email set not null, alter column secret_hash set not null, drop column is_guest;
