-- Up Migration

-- What somebody has found broken, or wants done about the water: told by a member, or by a visitor who has proved their mobile.
create table reports (
  id uuid primary key,
  -- Counted by the database, so that two who report at once never get the same one.
  no bigint generated always as identity (start with 1001),
  -- Short enough to be said on the phone: R-1042, W-1043.
  ticket_no text not null generated always as (case kind when 'repair' then 'R-' else 'W-' end || no::text) stored unique,
  kind text not null check (kind in ('repair', 'water')),
  facility_id integer not null references facilities (id),
  court_id integer references courts (id),
  title text not null,
  water_kind text check (water_kind in ('fountain', 'leak', 'pool-quality', 'irrigation')),
  description text not null,
  contact_name text not null,
  contact_phone text not null,
  member_id uuid references members (id),
  mobile text,
  -- The language in which a visitor is told; members have their own.
  locale text not null check (locale in ('tw', 'en')),
  state text not null check (state in ('received', 'in-progress', 'done')),
  assignee_id uuid references members (id),
  block_id uuid references blocks (id),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  closed_at timestamptz,
  constraint reports_by_somebody check (num_nonnulls(member_id, mobile) = 1),
  constraint reports_water_kind check ((kind = 'water') = (water_kind is not null)),
  constraint reports_closed check ((state = 'done') = (closed_at is not null))
);
create index reports_of_member on reports (member_id, created_at desc) where member_id is not null;
create index reports_newest on reports (created_at desc);
create index reports_open on reports (facility_id, created_at desc) where state <> 'done';

-- What was said and done about it, in its order. `state`: it was moved there.
create table report_notes (
  id bigint generated always as identity primary key,
  report_id uuid not null references reports (id),
  at timestamptz not null,
  by_id uuid references members (id),
  -- Seen by the reporter; otherwise by staff only.
  public boolean not null,
  state text check (state in ('received', 'in-progress', 'done')),
  body text not null,
  constraint report_notes_say_something check (body <> '' or state is not null)
);
create index report_notes_of_report on report_notes (report_id, id);

create table report_photos (
  report_id uuid not null references reports (id),
  file_id uuid not null references files (id),
  position integer not null,
  primary key (report_id, file_id)
);
create index report_photos_of_file on report_photos (file_id);

-- A photo may come from a visitor: then it has no owner, and is kept all the same.
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in ('privacy', 'upload', 'photo'));

-- How a visit was; without an order, how the centre is. Once for an order, once a day for the centre.
create table ratings (
  id uuid primary key,
  member_id uuid not null references members (id),
  order_id uuid references orders (id),
  facility_id integer references facilities (id),
  -- In the centre's zone.
  day date not null,
  stars smallint not null check (stars between 1 and 5),
  cleanliness smallint check (cleanliness between 1 and 5),
  equipment smallint check (equipment between 1 and 5),
  staff smallint check (staff between 1 and 5),
  value smallint check (value between 1 and 5),
  comment text not null,
  created_at timestamptz not null,
  constraint ratings_once_an_order unique (order_id),
  constraint ratings_facility check ((order_id is null) = (facility_id is null))
);
create unique index ratings_once_a_day on ratings (member_id, day) where order_id is null;
create index ratings_of_facility on ratings (facility_id) where facility_id is not null;
create index ratings_newest on ratings (created_at desc);

-- Who has been asked how it was. Once, whatever becomes of the mail.
create table rating_invitations (
  order_id uuid primary key references orders (id),
  at timestamptz not null
);

-- Down Migration

drop table rating_invitations, ratings, report_photos, report_notes, reports cascade;
update files set purpose = 'privacy' where purpose = 'photo';
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in ('privacy', 'upload'));
