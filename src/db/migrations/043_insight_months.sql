-- Up Migration

-- Sums of whole months, made from the counts of their days, so that years are read as quickly as weeks. A month is here once its
-- last day is rolled up.

create table insight_months (
  month date not null,
  facility_id integer not null,
  -- 1 is Monday.
  weekday integer not null,
  booked integer[] not null check (cardinality(booked) = 24),
  bookings integer not null,
  came integer not null,
  missed integer not null,
  lead integer[] not null check (cardinality(lead) = 7),
  primary key (month, facility_id, weekday)
);
comment on column insight_months.facility_id is 'a count, which outlives what it counts';

create table insight_money_months (
  month date not null,
  facility_id integer not null,
  way text not null,
  cause text not null,
  movements integer not null,
  amount bigint not null,
  primary key (month, facility_id, way, cause)
);
comment on column insight_money_months.facility_id is 'a count, which outlives what it counts; 0: no facility';

create table refused_demand_months (
  month date not null,
  facility_id integer not null,
  sport text not null,
  kind text not null,
  weekday integer not null,
  times integer[] not null check (cardinality(times) = 24),
  courts integer[] not null check (cardinality(courts) = 24),
  primary key (month, facility_id, sport, kind, weekday)
);
comment on column refused_demand_months.facility_id is 'a count, which outlives what it counts; 0: any facility';

-- Months are summed with the next roll-up: it takes every day that has a mark.
insert into insight_changed_days (day) select distinct day from insight_days where day <= (select until from insight_rollup);
insert into insight_changed_days (day) select distinct day from refused_demand where day <= (select until from insight_rollup);

-- Down Migration

drop table refused_demand_months, insight_money_months, insight_months;
