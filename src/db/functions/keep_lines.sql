-- Module: orders
-- An order without floor that only has a title, as the version before writes it, gets a line of it. When its amount changes, its first
-- line follows. Bookings have no title: for them this is never called.
create or replace function keep_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_lines (order_id, position, words_tw, words_en, amount) values (new.id, 1, new.title_tw, coalesce(new.title_en, ''), new.amount);
  else
    update order_lines set amount = amount + new.amount - old.amount where order_id = new.id and position = 1;
  end if;
  return null;
end $$;

create trigger lines_kept after insert or update of amount on orders for each row when (new.title_tw is not null) execute function keep_lines();
