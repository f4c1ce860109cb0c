-- Up Migration

-- Indexes for held_within, which reads what is taken on a day. The GiST index of the exclusion constraint is slow for that: it reads
-- several pages for each space, and evaluates the overlap for every entry on them. Periods of up to four hours are indexed by
-- their start. Longer ones, such as a closed week, are rare; they have an index of their own, by their end.
create index occupancy_short on occupancy (space_id, lower(during)) where upper(during) - lower(during) <= interval '4 hours';
create index occupancy_long on occupancy (coalesce(upper(during), 'infinity')) where (upper(during) - lower(during) <= interval '4 hours') is not true;

-- Down Migration

drop index occupancy_long;
drop index occupancy_short;
