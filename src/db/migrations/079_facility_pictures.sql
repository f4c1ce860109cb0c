-- Up Migration

-- Pictures of a facility, in their order. A picture never changes: another file is another picture, so that its address can be kept for
-- ever; its words, its place in the order and its focal point may change.
create table facility_pictures (
  id uuid primary key,
  facility_id integer not null references facilities (id) on delete cascade,
  file_id uuid not null references files (id),
  position integer not null,
  alt_tw text not null,
  alt_en text not null,
  -- What stays in view when the picture is cut, in per cent of its width and height.
  focus_x integer not null check (focus_x between 0 and 100),
  focus_y integer not null check (focus_y between 0 and 100),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  unique (facility_id, file_id),
  unique (facility_id, position) deferrable initially deferred
);
create index facility_pictures_of_file on facility_pictures (file_id);

-- The same picture in the sizes and the format that pages show. Made once, by whoever needs it first.
create table facility_variants (
  picture_id uuid not null references facility_pictures (id) on delete cascade,
  width integer not null,
  format text not null check (format in ('avif', 'webp', 'jpg')),
  file_id uuid not null references files (id),
  primary key (picture_id, width, format)
);
create index facility_variants_of_file on facility_variants (file_id);

-- Down Migration

drop table facility_variants, facility_pictures;
