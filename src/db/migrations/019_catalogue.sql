-- Up Migration

-- What is no longer offered is retired, never deleted: orders, tickets and refunds still refer to it.
alter table facilities add column retired_at timestamptz, add column position integer not null default 0;
alter table courts add column retired_at timestamptz, add column position integer not null default 0;
update facilities set position = id;
update courts set position = id;

-- Opening hours of a facility from a day on: the timetable of a day is the one with the latest valid_from up to it.
create table timetables (
  id integer generated always as identity primary key,
  facility_id integer not null references facilities (id),
  valid_from date not null,
  slot_minutes integer not null check (slot_minutes > 0),
  -- [{ days: ('mon'…'sun'|'holiday')[], opens: 'HH:MM', closes: 'HH:MM', season?: { from: 'MM-DD', to: 'MM-DD' } }]
  hours jsonb not null check (jsonb_typeof(hours) = 'array'),
  -- Fixed sessions such as 08:00-12:00, for what is not booked by the slot.
  sessions text[] not null default '{}',
  unique (facility_id, valid_from)
);

-- Prices of a facility from a day on. Lists of the past are kept: a period is priced by the list of its day.
create table price_lists (
  id integer generated always as identity primary key,
  facility_id integer not null references facilities (id),
  valid_from date not null,
  -- [{ days: ('mon'…'sun'|'holiday')[], from: 'HH:MM', to: 'HH:MM' }]
  peak jsonb not null check (jsonb_typeof(peak) = 'array'),
  light_fee integer not null default 0 check (light_fee >= 0),
  light_from time,
  deposit integer not null default 0 check (deposit >= 0),
  created_at timestamptz not null default now(),
  created_by uuid references members (id) on delete set null,
  unique (facility_id, valid_from)
);
create index price_lists_of_author on price_lists (created_by) where created_by is not null;

insert into timetables (facility_id, valid_from, slot_minutes, hours, sessions)
select id, '2000-01-01', slot_minutes, jsonb_build_array(jsonb_build_object(
  'days', '["mon", "tue", "wed", "thu", "fri", "sat", "sun", "holiday"]'::jsonb,
  'opens', to_char(opens, 'HH24:MI'), 'closes', to_char(closes, 'HH24:MI'))), sessions
from facilities order by id;

insert into price_lists (facility_id, valid_from, peak, light_fee, light_from, deposit)
select id, '2000-01-01',
  '[{"days": ["mon", "tue", "wed", "thu", "fri"], "from": "18:00", "to": "22:00"}, {"days": ["sat", "sun", "holiday"], "from": "12:00", "to": "22:00"}]',
  light_fee, light_from, deposit
from facilities order by id;

alter table court_prices add column price_list_id integer references price_lists (id) on delete cascade;
update court_prices p set price_list_id = l.id from courts c join price_lists l on l.facility_id = c.facility_id where c.id = p.court_id;
alter table court_prices alter column price_list_id set not null, drop constraint court_prices_pkey, add primary key (price_list_id, court_id, identity_id);

alter table facilities
  drop column opens, drop column closes, drop column slot_minutes, drop column sessions,
  drop column light_fee, drop column light_from, drop column deposit;

-- proof_months: how long an approved proof is good; null: for ever.
alter table identities
  add column proof_months integer check (proof_months > 0),
  add column retired_at timestamptz,
  add column position integer not null default 0;
update identities set position = id;

-- The last day on which a proof counts; null: for ever.
alter table identity_proofs add column valid_until date;

-- Down Migration

-- The prices and hours that hold today are kept; lists and timetables of other days are lost.
drop view priced_members;
alter table identity_proofs drop column valid_until;
alter table identities drop column proof_months, drop column retired_at, drop column position;
alter table facilities
  add column opens time, add column closes time, add column slot_minutes integer check (slot_minutes > 0),
  add column sessions text[] not null default '{}', add column light_fee integer not null default 0 check (light_fee >= 0),
  add column light_from time, add column deposit integer not null default 0 check (deposit >= 0);
update facilities f set slot_minutes = t.slot_minutes, sessions = t.sessions,
  opens = (select min((h ->> 'opens')::time) from jsonb_array_elements(t.hours) as h),
  closes = (select max((h ->> 'closes')::time) from jsonb_array_elements(t.hours) as h)
from (select distinct on (facility_id) * from timetables order by facility_id, valid_from > current_date, valid_from desc) as t
where t.facility_id = f.id;
update facilities set slot_minutes = coalesce(slot_minutes, 60), opens = coalesce(opens, '00:00'), closes = coalesce(closes, '24:00');
update facilities f set light_fee = l.light_fee, light_from = l.light_from, deposit = l.deposit
from (select distinct on (facility_id) * from price_lists order by facility_id, valid_from > current_date, valid_from desc) as l
where l.facility_id = f.id;
alter table facilities alter column opens set not null, alter column closes set not null, alter column slot_minutes set not null;
delete from court_prices where price_list_id not in (
  select distinct on (facility_id) id from price_lists order by facility_id, valid_from > current_date, valid_from desc
);
alter table court_prices drop constraint court_prices_pkey, drop column price_list_id, add primary key (court_id, identity_id);
drop table price_lists, timetables;
alter table courts drop column retired_at, drop column position;
alter table facilities drop column retired_at, drop column position;
