-- Up Migration

-- Freed floor is a court's period that somebody gave back. At night it is offered to nobody, unless it begins before the morning:
-- the decision is postponed. The row then has the morning in decide_at and the wish that is first in line in waits_for, and the job
-- offer-freed-floor skips it until decide_at, or until that wish is no longer open.
alter table freed_floor
  -- Time of the next decision. Null: at the next run of the job.
  add column decide_at timestamptz,
  add column waits_for uuid;
comment on column freed_floor.waits_for is 'the wish that is first in line; no foreign key, because wishes are deleted while this row stays';

-- Down Migration

alter table freed_floor drop column waits_for, drop column decide_at;
