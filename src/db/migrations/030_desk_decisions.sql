-- Up Migration

-- A proof that the desk has seen has no file: whoever saw it is its reviewer, and it is approved at once.
alter table identity_proofs
  alter column file_id drop not null,
  add constraint identity_proofs_has_a_file check (file_id is not null or (state = 'approved' and reviewed_by is not null));

-- A suspension by staff stands on no points.
alter table suspensions
  drop constraint suspensions_points_check,
  add constraint suspensions_points_check check (points > 0 or (points = 0 and given_by is not null));

-- Staff give one point for a booking on a day, however many desks do so at once.
create unique index violations_by_staff on violations (order_id, day) where kind = 'staff' and removed_at is null;

-- Down Migration

drop index violations_by_staff;
update violations set suspension_id = null where suspension_id in (select id from suspensions where points = 0);
delete from suspensions where points = 0;
alter table suspensions
  drop constraint suspensions_points_check,
  add constraint suspensions_points_check check (points > 0);
delete from identity_proofs where file_id is null;
alter table identity_proofs
  drop constraint identity_proofs_has_a_file,
  alter column file_id set not null;
