-- Module: insight
-- Trigger. Marks the days whose counts change with a booking: the days on which it begins and ends, which differ when it runs over
-- midnight; and, when its court or price changes, the days of its payments and refunds, because a payment is divided among facilities by the prices of its items. There is no
-- trigger on inserts: a new booking is for today or later, and those days are not rolled up yet. Also the day of a refund that leaves the
-- ledger because the card got nothing.
create or replace function mark_insight_days() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'ledger' then
    insert into insight_changed_days (day) values ((old.at at time zone 'Asia/Taipei')::date);
    return null;
  end if;
  if tg_table_name = 'orders' then
    insert into insight_changed_days (day)
      select i.day from order_items i where i.order_id = new.id
      union select ((upper(i.during) - interval '1 second') at time zone 'Asia/Taipei')::date from order_items i where i.order_id = new.id;
    return null;
  end if;
  insert into insight_changed_days (day)
    select old.day union select new.day
    union select ((upper(old.during) - interval '1 second') at time zone 'Asia/Taipei')::date
    union select ((upper(new.during) - interval '1 second') at time zone 'Asia/Taipei')::date;
  if (old.court_id, old.price, old.light_fee, old.deposit) is distinct from (new.court_id, new.price, new.light_fee, new.deposit) then
    insert into insight_changed_days (day)
    select distinct (l.at at time zone 'Asia/Taipei')::date from ledger l
    where l.order_id = new.order_id or l.order_id in (select o.id from orders o where o.supplement_of = new.id);
  end if;
  return null;
end $$;

create or replace trigger order_items_mark_insight after update on order_items for each row
  when ((old.state, old.court_id, old.during, old.price, old.light_fee, old.deposit, old.checked_in_at, old.missed_at, old.parked_at)
    is distinct from (new.state, new.court_id, new.during, new.price, new.light_fee, new.deposit, new.checked_in_at, new.missed_at, new.parked_at))
  execute function mark_insight_days();
create or replace trigger orders_mark_insight after update on orders for each row
  when ((old.state in ('confirmed', 'checked-in', 'completed', 'no-show')) <> (new.state in ('confirmed', 'checked-in', 'completed', 'no-show')))
  execute function mark_insight_days();
create or replace trigger ledger_mark_insight after delete on ledger for each row execute function mark_insight_days();
