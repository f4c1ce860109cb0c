-- Up Migration

comment on column closures.facility_id is 'the first of its facilities: blocks.facility_id says all that close in the same run, and which are open again';

-- Down Migration

comment on column closures.facility_id is null;
