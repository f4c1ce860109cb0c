-- Up Migration

-- Vouchers are taken at the desk: `voucher` in the ledger, and which kind in payment_attempts.method. What a voucher has paid goes back as
-- a voucher, by a refund of its own. Rows of before keep their meaning: none has this way.
alter table ledger drop constraint ledger_way_check,
  add constraint ledger_way_check check (way in ('card', 'transfer', 'cash', 'terminal', 'voucher'));
alter table refunds drop constraint refunds_way_check,
  add constraint refunds_way_check check (way in ('card', 'bank', 'cash', 'terminal', 'voucher', 'none'));

-- Down Migration

alter table ledger drop constraint ledger_way_check,
  add constraint ledger_way_check check (way in ('card', 'transfer', 'cash', 'terminal')) not valid;
alter table refunds drop constraint refunds_way_check,
  add constraint refunds_way_check check (way in ('card', 'bank', 'cash', 'terminal', 'none')) not valid;
