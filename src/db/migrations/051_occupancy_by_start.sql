-- Up Migration

-- What is taken on a day is read by the starts of the periods: an index over ranges visits several pages for each space, and
-- compares each of their entries. Most periods are short; the few long ones (a closed week) are in an index of their own.
create index occupancy_short on occupancy (space_id, lower(during)) where upper(during) - lower(during) <= interval '4 hours';
create index occupancy_long on occupancy (coalesce(upper(during), 'infinity')) where (upper(during) - lower(during) <= interval '4 hours') is not true;

-- Down Migration

drop index occupancy_long;
drop index occupancy_short;
