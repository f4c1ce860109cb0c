-- Module: invoices
-- Trigger. Marks an order whose invoices have to be looked at: money came in or left the ledger, something is owed back, or the order is
-- over, which decides about a deposit that was not owed back.
create or replace function mark_invoices() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    insert into invoice_marks (order_id, paid) select new.id, false
      where exists (select from order_lines l where l.order_id = new.id and l.purpose = 'deposit')
        or exists (select from order_items i where i.order_id = new.id and i.deposit > 0);
  elsif tg_op = 'DELETE' then
    insert into invoice_marks (order_id, paid) values (old.order_id, false);
  else
    insert into invoice_marks (order_id, paid) values (new.order_id, tg_table_name = 'ledger');
  end if;
  return null;
end $$;

create or replace trigger ledger_mark_invoices after insert on ledger for each row when (new.kind = 'payment') execute function mark_invoices();
create or replace trigger refunds_due_mark_invoices after insert on refunds_due for each row execute function mark_invoices();
create or replace trigger orders_mark_invoices after update on orders for each row
  when (old.state is distinct from new.state and new.state in ('completed', 'no-show')) execute function mark_invoices();
