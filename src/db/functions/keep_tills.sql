-- Module: tills
-- The rows of tills are append only: what went in or out is never changed, and a mistake is corrected by another row. Nothing
-- is added to a till that is closed, and a closed till stays as it is.
create or replace function keep_tills() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from tills where id = new.till_id and closed_at is not null) then
      return new;
    end if;
    raise exception 'the till % is closed', new.till_id using errcode = 'restrict_violation';
  end if;
  raise exception '% of a row in % refused', lower(tg_op), tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger till_rows_stay before update or delete on till_rows for each row execute function keep_tills();
create or replace trigger till_rows_while_open before insert on till_rows for each row execute function keep_tills();
create or replace trigger tills_stay_closed before update on tills for each row when (old.closed_at is not null) execute function keep_tills();
