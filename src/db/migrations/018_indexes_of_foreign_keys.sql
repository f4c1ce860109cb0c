-- Up Migration

-- PostgreSQL makes no index for the columns of a foreign key. Deleting the row that they refer to then reads the whole
-- table that refers to it. Every foreign key has an index here, or a line in src/db/foreign-keys.test.ts that says why
-- it needs none.

-- Registrations that were never confirmed are deleted from members, some every day, and each deleted row is looked for
-- in all these columns. Most are about staff and are seldom filled: their indexes hold the filled rows only.
create index appeals_of_decider on appeals (decided_by) where decided_by is not null;
create index articles_of_author on articles (created_by) where created_by is not null;
create index blocks_of_author on blocks (created_by) where created_by is not null;
create index communities_of_reviewer on communities (reviewed_by) where reviewed_by is not null;
create index files_of_owner on files (owner_id) where owner_id is not null;
create index highlights_of_author on highlights (created_by) where created_by is not null;
create index identity_proofs_of_reviewer on identity_proofs (reviewed_by) where reviewed_by is not null;
create index locker_rentals_of_closer on locker_rentals (closed_by) where closed_by is not null;
create index order_items_of_checker on order_items (checked_in_by) where checked_in_by is not null;
create index orders_of_placer on orders (placed_by) where placed_by is not null;
create index preorders_of_decider on preorders (decided_by) where decided_by is not null;
create index ratings_of_member on ratings (member_id);
create index refund_steps_of_author on refund_steps (by) where by is not null;
create index report_notes_of_author on report_notes (by_id) where by_id is not null;
create index reports_of_assignee on reports (assignee_id) where assignee_id is not null;
create index rounds_of_author on rounds (created_by) where created_by is not null;
create index suspensions_of_lifter on suspensions (lifted_by) where lifted_by is not null;
create index suspensions_of_member on suspensions (member_id);
create index violations_of_remover on violations (removed_by) where removed_by is not null;
-- Had only the sessions that have not ended. Those that have ended go with the member too.
drop index sessions_of_member;
create index sessions_of_member on sessions (member_id);

-- Refunds ask what has gone back of a payment, and what is still owed of it.
create index refunds_of_attempt on refunds (attempt_id) where attempt_id is not null;
create index refunds_due_of_attempt on refunds_due (attempt_id) where attempt_id is not null;

-- A copy of the order's member, by which quota counts.
alter table order_items add constraint order_items_member_id_fkey foreign key (member_id) references members (id);

comment on column preorder_dates.member_id is
  'Copy of the pre-order''s member, which has the foreign key. None here: a rush writes thousands of dates at once.';
comment on column preorder_dates.round_id is
  'Copy of the pre-order''s round, which has the foreign key. None here: every date of a rush would lock the row of the same round.';
comment on column preorder_dates.court_id is
  'From the catalogue. No foreign key: every date of a rush would lock the rows of the same few courts.';
comment on column occupancy.space_id is
  'From the catalogue. No foreign key: every booking would lock the rows of the same few spaces.';
comment on column occupancy.holder_id is 'An order item, a date of a pre-order or a block, by kind: three tables, so no foreign key.';
comment on column occupancy.member_id is 'Copy of the holder''s member, for showing people their own bookings; the holder has the foreign key.';
comment on column settings.changed_by is 'A member. No foreign key: settings are there before the first member is, and know no other table.';
comment on column sms_codes.asked_by is 'Hash of the address group that asked, not the id of a row.';

-- Down Migration

alter table order_items drop constraint order_items_member_id_fkey;
drop index refunds_due_of_attempt, refunds_of_attempt, violations_of_remover, suspensions_of_member, suspensions_of_lifter, rounds_of_author,
  reports_of_assignee, report_notes_of_author, refund_steps_of_author, ratings_of_member, preorders_of_decider, orders_of_placer,
  order_items_of_checker, locker_rentals_of_closer, identity_proofs_of_reviewer, highlights_of_author, files_of_owner, communities_of_reviewer,
  blocks_of_author, articles_of_author, appeals_of_decider, sessions_of_member;
create index sessions_of_member on sessions (member_id) where ended_at is null;
