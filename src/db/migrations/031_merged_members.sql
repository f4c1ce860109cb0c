-- Up Migration

-- A double that was merged into another member: its bookings, money and points are the other's. The row stays, closed and
-- without personal data, because deeds and the audit log name it.
alter table members
  add column merged_into uuid references members (id),
  add constraint members_merged_are_closed check (merged_into is null or (closed_at is not null and merged_into <> id));
create index members_merged on members (merged_into) where merged_into is not null;

-- Down Migration

drop index members_merged;
alter table members drop constraint members_merged_are_closed, drop column merged_into;
