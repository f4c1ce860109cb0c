-- Up Migration

-- Transfers that finance took to the bank together, with what they came to: a transfer that the bank sends back leaves its batch.
create table transfer_batches (
  batch_no integer primary key,
  taken_by uuid references members (id),
  taken_at timestamptz not null,
  transfers integer not null check (transfers > 0),
  amount integer not null check (amount > 0)
);
create index transfer_batches_of_taker on transfer_batches (taken_by) where taken_by is not null;
insert into transfer_batches (batch_no, taken_by, taken_at, transfers, amount)
select r.batch_no, min(s.by::text)::uuid, min(coalesce(s.at, r.changed_at)), count(distinct r.id), (select sum(b.amount) from refunds b where b.batch_no = r.batch_no)
from refunds r left join refund_steps s on s.refund_id = r.id and s.state = 'processing' and s.by is not null
where r.batch_no is not null group by r.batch_no;

-- Who has agreed that a refund above the centre's amount leaves: by transfer, or to its card again after an unclear answer.
create table refund_signatures (
  refund_id uuid not null references refunds (id),
  deed text not null check (deed in ('transfer', 'again')),
  by uuid not null references members (id),
  at timestamptz not null,
  primary key (refund_id, deed, by)
);
create index refund_signatures_of_signer on refund_signatures (by);

create index refunds_of_batch on refunds (batch_no) where batch_no is not null;
create index refunds_by_change on refunds (changed_at, id);

-- The list of points, and what an outage has given, are read by time.
create index violations_by_time on violations (at, id);
create index suspensions_by_time on suspensions (starts_at, id);

-- Down Migration

drop index suspensions_by_time, violations_by_time, refunds_by_change, refunds_of_batch;
drop table refund_signatures, transfer_batches;
