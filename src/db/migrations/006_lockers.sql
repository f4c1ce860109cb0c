-- Up Migration

-- What an order is for that has no items, in the words of the day on which it was placed.
alter table orders add column title_tw text, add column title_en text;

create table locker_sizes (
  size text primary key check (size in ('standard', 'large')),
  month_price integer not null check (month_price > 0),
  half_year_price integer not null check (half_year_price > 0),
  deposit integer not null check (deposit >= 0)
);
create table lockers (
  id integer primary key,
  number text not null unique,
  size text not null references locker_sizes (size),
  -- Where it stands: a wall of the changing hall, its column from the left and its row from the top.
  wall text not null,
  col integer not null check (col > 0),
  row integer not null check (row > 0),
  unique (wall, col, row)
);

-- One member's hold on one locker, from the reservation until it is empty again. It does not end by itself when its time
-- is over: somebody's things are still inside.
create table locker_rentals (
  id uuid primary key,
  locker_id integer not null references lockers (id),
  member_id uuid not null references members (id),
  state text not null check (state in ('reserved', 'active', 'returned', 'lapsed', 'cleared')),
  deposit integer not null check (deposit >= 0),
  created_at timestamptz not null,
  -- Null while it is not paid.
  starts_at timestamptz,
  ends_at timestamptz,
  closed_at timestamptz,
  closed_by uuid references members (id),
  -- The end of which the member was told beforehand, and how many times of being late.
  told_end timestamptz,
  told_overdue integer not null default 0,
  check (state in ('reserved', 'lapsed') or (starts_at is not null and ends_at > starts_at)),
  check ((state in ('reserved', 'active')) = (closed_at is null))
);
-- A locker is never rented twice, and nobody has two.
create unique index locker_rentals_never_twice on locker_rentals (locker_id) where state in ('reserved', 'active');
create unique index locker_rentals_one_each on locker_rentals (member_id) where state in ('reserved', 'active');
create index locker_rentals_of_member on locker_rentals (member_id, created_at desc);

-- What is paid for: the first stretch of a rental, and each that follows it. Its order says whether it still waits for money.
create table locker_terms (
  id uuid primary key,
  -- Deferred: a lapsed rental that is paid after all is taken anew, see hold_locker.
  rental_id uuid not null references locker_rentals (id) deferrable initially deferred,
  order_id uuid not null unique references orders (id),
  term text not null check (term in ('month', 'half-year')),
  is_first boolean not null,
  price integer not null check (price > 0),
  deposit integer not null check (deposit >= 0),
  state text not null check (state in ('waiting', 'paid', 'lapsed')),
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null,
  check ((state = 'paid') = (starts_at is not null)),
  check ((starts_at is null) = (ends_at is null))
);
create unique index locker_terms_one_waiting on locker_terms (rental_id) where state = 'waiting';
create index locker_terms_of_rental on locker_terms (rental_id);

-- Down Migration

drop table locker_terms, locker_rentals, lockers, locker_sizes;
alter table orders drop column title_tw, drop column title_en;
