-- Up Migration

-- Freed floor whose first in line is not to be woken at night is decided about again in the morning, or as soon as that wish is
-- over. Until then runs of the job leave it alone.
alter table freed_floor
  -- Null: at once.
  add column decide_at timestamptz,
  add column waits_for uuid;
comment on column freed_floor.waits_for is 'the wish whose turn it is; it may be deleted, then the floor is decided about again';

-- Down Migration

alter table freed_floor drop column waits_for, drop column decide_at;
