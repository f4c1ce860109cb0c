-- Up Migration

-- Days whose payments and papers are held against the books of providers and issuers.
create table money_checks (
  day date primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- How many were compared, and how many could not be, because nobody can ask about them any more.
  compared integer not null default 0,
  skipped integer not null default 0
);

-- What is still to be asked about: a payment attempt or an invoice, each once however many days it belongs to.
create table money_check_queue (
  kind text not null check (kind in ('payment', 'paper')),
  subject_id uuid not null,
  day date not null references money_checks (day),
  -- Name of the provider or of the issuer.
  asked text not null,
  tries integer not null default 0,
  next_at timestamptz not null,
  problem text,
  primary key (kind, subject_id)
);
create index money_check_queue_due on money_check_queue (next_at);
create index money_check_queue_of_day on money_check_queue (day);
comment on column money_check_queue.subject_id is 'a payment attempt or an invoice, by the kind: no foreign key';

-- Where our books and those of a provider or an issuer say something else. The same difference stands once among the open ones.
create table discrepancies (
  id uuid primary key,
  kind text not null check (kind in ('paid-there', 'paid-here', 'other-amount', 'refunded-there', 'refunded-here',
    'paper-missing', 'paper-there', 'paper-twice', 'paper-amount', 'void-there', 'void-here', 'allowances')),
  day date not null,
  order_id uuid not null references orders (id),
  attempt_id uuid references payment_attempts (id),
  invoice_id uuid references invoices (id),
  asked text not null,
  ours integer not null,
  theirs integer not null,
  -- Number of the paper in the issuer's books, where ours is another.
  their_number text,
  found_at timestamptz not null,
  settled_at timestamptz,
  settled_by uuid references members (id),
  note text not null default '',
  check ((attempt_id is null) <> (invoice_id is null)),
  check ((settled_at is null) = (settled_by is null))
);
-- What was called settled and is found again is a difference once more.
create unique index discrepancies_once on discrepancies (kind, coalesce(attempt_id, invoice_id), ours, theirs, coalesce(their_number, ''))
  where settled_at is null;
create index discrepancies_open on discrepancies (found_at) where settled_at is null;
create index discrepancies_of_order on discrepancies (order_id);
create index discrepancies_of_attempt on discrepancies (attempt_id) where attempt_id is not null;
create index discrepancies_of_invoice on discrepancies (invoice_id) where invoice_id is not null;
create index discrepancies_by on discrepancies (settled_by) where settled_by is not null;

-- Down Migration

drop table discrepancies, money_check_queue, money_checks;
