-- Up Migration

-- Who plays along with the member who booked: short names that the ticket and the door show. They are names of third persons,
-- so they stand in a table of their own, from which a job deletes them soon after the visit.
create table order_players (
  order_id uuid primary key references orders (id) on delete cascade,
  names text[] not null check (cardinality(names) between 1 and 20),
  changed_at timestamptz not null
);

-- Down Migration

drop table order_players;
