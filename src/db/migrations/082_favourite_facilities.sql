-- Up Migration

-- Facilities that members have marked: they stand first for them.
create table favourite_facilities (
  member_id uuid not null references members (id) on delete cascade,
  facility_id integer not null references facilities (id) on delete cascade,
  marked_at timestamptz not null,
  primary key (member_id, facility_id)
);
create index favourite_facilities_of_facility on favourite_facilities (facility_id);

-- Down Migration

drop table favourite_facilities;
