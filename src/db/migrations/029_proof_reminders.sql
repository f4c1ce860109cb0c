-- Up Migration

-- When the member was reminded that the proof ends soon: once for each proof.
alter table identity_proofs add column reminded_at timestamptz;
create index identity_proofs_ending on identity_proofs (valid_until) where state = 'approved' and valid_until is not null and reminded_at is null;

-- Down Migration

drop index identity_proofs_ending;
alter table identity_proofs drop column reminded_at;
