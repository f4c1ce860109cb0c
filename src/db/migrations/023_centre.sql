-- Up Migration

-- The centre's face: its name, contact, logo, colour and texts. One row, which is there from the start.
create table centre (
  one boolean primary key default true check (one),
  -- Empty until staff have named the centre: a neutral name is shown until then.
  name_tw text not null default '',
  name_en text not null default '',
  -- For text messages and home screens, where room is scarce. Empty: the name itself.
  short_name_tw text not null default '',
  short_name_en text not null default '',
  phone text not null default '',
  email text not null default '',
  address_tw text not null default '',
  address_en text not null default '',
  desk_hours_tw text not null default '',
  desk_hours_en text not null default '',
  parking_tw text not null default '',
  parking_en text not null default '',
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  logo_file_id uuid references files (id),
  logo_width integer,
  logo_height integer,
  -- The accent as staff have chosen it, #rrggbb; null: the look that the service comes with.
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  -- Markdown. Null: the text that the service comes with.
  privacy_tw text,
  privacy_en text,
  terms_tw text,
  terms_en text,
  footer_tw text,
  footer_en text,
  set_up_at timestamptz,
  -- Counts the changes: whoever changes the centre says which version they have seen.
  version integer not null default 1,
  changed_at timestamptz,
  changed_by uuid,
  check ((latitude is null) = (longitude is null)),
  check (num_nulls(logo_file_id, logo_width, logo_height) in (0, 3))
);
comment on column centre.changed_by is 'A member. No foreign key: the row is there before the first member is.';

insert into centre default values;
update centre c set
  phone = s.value ->> 'phone',
  email = s.value ->> 'email',
  address_tw = s.value -> 'address' ->> 'tw',
  address_en = s.value -> 'address' ->> 'en',
  desk_hours_tw = s.value -> 'deskHours' ->> 'tw',
  desk_hours_en = s.value -> 'deskHours' ->> 'en',
  parking_tw = s.value -> 'parking' ->> 'tw',
  parking_en = s.value -> 'parking' ->> 'en',
  latitude = (s.value ->> 'latitude')::double precision,
  longitude = (s.value ->> 'longitude')::double precision,
  changed_at = s.changed_at,
  changed_by = s.changed_by
from settings s where s.key = 'centre';
delete from settings where key = 'centre';

-- Down Migration

insert into settings (key, value, changed_at, changed_by)
select 'centre',
  jsonb_build_object('phone', phone, 'email', email,
    'address', jsonb_build_object('tw', address_tw, 'en', address_en),
    'deskHours', jsonb_build_object('tw', desk_hours_tw, 'en', desk_hours_en),
    'parking', jsonb_build_object('tw', parking_tw, 'en', parking_en),
    'latitude', latitude, 'longitude', longitude),
  coalesce(changed_at, now()), changed_by
from centre where phone <> '' and latitude is not null;
drop table centre;
