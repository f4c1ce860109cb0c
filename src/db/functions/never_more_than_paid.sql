-- Module: orders
-- Neither what is owed back for an order nor what was sent back may exceed what was paid for it. A deferred trigger, because
-- a payment that comes too late is owed back before the ledger has it. Locks the order, so that two transactions which
-- write for the same order check one after the other.
create or replace function never_more_than_paid() returns trigger language plpgsql as $$
declare
  v_paid integer;
begin
  perform 1 from orders where id = new.order_id for no key update;
  v_paid := (select coalesce(sum(amount), 0) from ledger where order_id = new.order_id and kind = 'payment');
  if (select coalesce(sum(amount), 0) from refunds_due where order_id = new.order_id) > v_paid
    or (select coalesce(-sum(amount), 0) from ledger where order_id = new.order_id and kind = 'refund') > v_paid then
    raise exception 'more would go back for the order % than was paid', new.order_id using errcode = 'check_violation', constraint = 'never_more_than_paid';
  end if;
  return null;
end $$;

create constraint trigger refunds_due_never_more_than_paid after insert or update on refunds_due deferrable initially deferred
  for each row execute function never_more_than_paid();
create constraint trigger ledger_never_more_than_paid after insert on ledger deferrable initially deferred
  for each row when (new.kind = 'refund') execute function never_more_than_paid();
