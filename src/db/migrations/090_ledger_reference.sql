-- Up Migration

-- A refund at the desk may give back several cards or vouchers, each with a slip or a number of its own.
alter table ledger add column reference text;
comment on column ledger.reference is 'Of a refund by the terminal or as a voucher: the number of the slip, or of the voucher, that it was given back with. Null for refunds of before: their step has it.';

-- Down Migration

alter table ledger drop column reference;
