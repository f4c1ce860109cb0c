-- Up Migration

-- Sizes, terms and prices of lockers are the centre's own: a size has a code and a name, and is offered for some terms.
alter table locker_sizes
  drop constraint locker_sizes_size_check,
  add column name_tw text, add column name_en text,
  add column position integer not null default 0,
  -- No longer offered; lockers that were rented keep it.
  add column retired_at timestamptz;
update locker_sizes set name_tw = case size when 'standard' then '標準櫃' else '大型櫃' end, name_en = case size when 'standard' then 'Standard' else 'Large' end,
  position = case size when 'standard' then 1 else 2 end;
alter table locker_sizes alter column name_tw set not null, alter column name_en set not null;

create table locker_prices (
  size text not null references locker_sizes (size) on delete cascade,
  months integer not null check (months between 1 and 12),
  price integer not null check (price > 0),
  primary key (size, months)
);
insert into locker_prices (size, months, price) select size, 1, month_price from locker_sizes union all select size, 6, half_year_price from locker_sizes;
alter table locker_sizes drop column month_price, drop column half_year_price;

-- A locker that is gone is retired when it was ever rented: rentals refer to it. Two lockers in use never stand at one place.
alter table lockers add column retired_at timestamptz, drop constraint lockers_wall_col_row_key;
create unique index lockers_place on lockers (wall, col, row) where retired_at is null;

alter table locker_terms drop constraint locker_terms_term_check,
  add constraint locker_terms_term_check check (term ~ '^(month|half-year|([2-5]|[7-9]|1[0-2])-months)$');

-- Down Migration

-- Only the two sizes and terms of before can be kept.
delete from locker_terms where term not in ('month', 'half-year');
alter table locker_terms drop constraint locker_terms_term_check, add constraint locker_terms_term_check check (term in ('month', 'half-year'));
drop index lockers_place;
delete from lockers l where retired_at is not null and not exists (select from locker_rentals r where r.locker_id = l.id);
alter table lockers drop column retired_at;
alter table lockers add constraint lockers_wall_col_row_key unique (wall, col, row);
alter table locker_sizes add column month_price integer, add column half_year_price integer;
update locker_sizes s set month_price = coalesce((select price from locker_prices p where p.size = s.size and months = 1), 1),
  half_year_price = coalesce((select price from locker_prices p where p.size = s.size and months = 6), 1);
drop table locker_prices;
alter table locker_sizes alter column month_price set not null, alter column half_year_price set not null,
  drop column name_tw, drop column name_en, drop column position, drop column retired_at,
  add constraint locker_sizes_size_check check (size in ('standard', 'large'));
