-- Up Migration

-- At night nobody is offered freed floor that begins after the night. Such floor is stored with the morning as the time of its next
-- decision, and with the wish that is first in line; the job skips it until then, or until that wish is no longer open.
alter table freed_floor
  -- Time of the next decision. Null: at the next run of the job.
  add column decide_at timestamptz,
  add column waits_for uuid;
comment on column freed_floor.waits_for is 'the wish that is first in line; no foreign key, because wishes are deleted while this row stays';

-- Down Migration

alter table freed_floor drop column waits_for, drop column decide_at;
