-- Up Migration

-- Sums of whole years, made from the sums of their months once the last day of the year is rolled up.

create table insight_years (
  year date not null,
  facility_id integer not null,
  -- 1 is Monday.
  weekday integer not null,
  booked integer[] not null check (cardinality(booked) = 24),
  bookings integer not null,
  came integer not null,
  missed integer not null,
  lead integer[] not null check (cardinality(lead) = 7),
  primary key (year, facility_id, weekday)
);
comment on column insight_years.facility_id is 'a count, which outlives what it counts';

create table refused_demand_years (
  year date not null,
  facility_id integer not null,
  sport text not null,
  kind text not null,
  weekday integer not null,
  times integer[] not null check (cardinality(times) = 24),
  courts integer[] not null check (cardinality(courts) = 24),
  primary key (year, facility_id, sport, kind, weekday)
);
comment on column refused_demand_years.facility_id is 'a count, which outlives what it counts; 0: any facility';

-- The sum of booked[1..24], stored: plots over time read it instead of adding up 24 elements of each row.
alter table insight_days
  add column minutes integer not null generated always as (
    booked[1] + booked[2] + booked[3] + booked[4] + booked[5] + booked[6] + booked[7] + booked[8] + booked[9] + booked[10] + booked[11] + booked[12]
    + booked[13] + booked[14] + booked[15] + booked[16] + booked[17] + booked[18] + booked[19] + booked[20] + booked[21] + booked[22] + booked[23] + booked[24]
  ) stored;
alter table insight_months
  add column minutes integer not null generated always as (
    booked[1] + booked[2] + booked[3] + booked[4] + booked[5] + booked[6] + booked[7] + booked[8] + booked[9] + booked[10] + booked[11] + booked[12]
    + booked[13] + booked[14] + booked[15] + booked[16] + booked[17] + booked[18] + booked[19] + booked[20] + booked[21] + booked[22] + booked[23] + booked[24]
  ) stored;

-- First days of the years whose sums are there and are those of their months. The roll-up sums the years that are missing here.
create table insight_summed_years (
  year date primary key
);

-- Down Migration

alter table insight_months drop column minutes;
alter table insight_days drop column minutes;
drop trigger if exists insight_months_forget_years on insight_months;
drop trigger if exists refused_demand_months_forget_years on refused_demand_months;
drop table insight_summed_years, refused_demand_years, insight_years;
