-- Up Migration

-- A point that staff give names a booking and a reason. `came-after-all`: a door without a network reported the check-in after
-- the no-show was marked; `withdrawn`: by staff, with a reason.
alter table violations
  drop constraint violations_kind_check,
  add constraint violations_kind_check check (kind in ('no-show', 'expired', 'late-cancel', 'staff')),
  drop constraint violations_removal_check,
  add constraint violations_removal_check check (removal in ('appeal', 'paid-after-all', 'came-after-all', 'withdrawn')),
  add column reason text not null default '',
  add column given_by uuid references members (id);
create index violations_of_giver on violations (given_by) where given_by is not null;

-- A suspension by staff stands on no points, and ends by itself or is lifted by staff.
alter table suspensions
  add column reason text not null default '',
  add column given_by uuid references members (id);
create index suspensions_of_giver on suspensions (given_by) where given_by is not null;

-- What colleagues at the desk should know about a member.
create table member_notes (
  id uuid primary key,
  member_id uuid not null references members (id) on delete cascade,
  text text not null check (text <> ''),
  by uuid not null references members (id),
  at timestamptz not null,
  removed_at timestamptz,
  removed_by uuid references members (id)
);
create index member_notes_of_member on member_notes (member_id, at desc);
create index member_notes_by on member_notes (by);
create index member_notes_of_remover on member_notes (removed_by) where removed_by is not null;

-- The start of a name (also of its last word: Amy Chen is found by "chen"), an address, an account name and an order number.
create index members_by_name on members (lower(name) text_pattern_ops) where closed_at is null;
create index members_by_last_name on members (lower(substring(name from '[^ ]+$')) text_pattern_ops) where closed_at is null and name like '% %';
create index members_by_email on members (lower(email) text_pattern_ops) where closed_at is null;
create index members_by_account on members (lower(account) text_pattern_ops) where closed_at is null;
create index orders_by_no on orders (order_no text_pattern_ops);

-- Lists of orders, newest first, page by page.
create index orders_recent on orders (created_at desc, id desc);
create index orders_recent_in_state on orders (state, created_at desc, id desc);
create index order_items_by_day on order_items (day, court_id);

-- Down Migration

drop index order_items_by_day, orders_recent_in_state, orders_recent, orders_by_no;
drop index members_by_account, members_by_email, members_by_last_name, members_by_name;
drop table member_notes;
alter table suspensions drop column reason, drop column given_by;
delete from violations where kind = 'staff';
update violations set removal = 'appeal' where removal in ('came-after-all', 'withdrawn');
alter table violations drop column reason, drop column given_by,
  drop constraint violations_kind_check, add constraint violations_kind_check check (kind in ('no-show', 'expired', 'late-cancel')),
  drop constraint violations_removal_check, add constraint violations_removal_check check (removal in ('appeal', 'paid-after-all'));
