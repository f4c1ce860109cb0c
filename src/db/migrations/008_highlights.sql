-- Up Migration

-- A story of the centre with its pictures.
create table highlights (
  id uuid primary key,
  title_tw text not null,
  -- Empty: the other language stands in.
  title_en text not null default '',
  text_tw text not null default '',
  text_en text not null default '',
  day date not null,
  state text not null check (state in ('draft', 'published', 'withdrawn')),
  -- A published story is seen from this moment on.
  publish_at timestamptz,
  -- Whoever has it may look at the story before it is published.
  preview_key uuid not null default gen_random_uuid(),
  created_by uuid references members (id) on delete set null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (state <> 'published' or publish_at is not null)
);
create index highlights_shown on highlights (day desc, id) where state = 'published';

-- A picture never changes: another file is another picture, so that its address can be kept for ever.
create table highlight_pictures (
  id uuid primary key,
  highlight_id uuid not null references highlights (id) on delete cascade,
  file_id uuid not null references files (id),
  position integer not null,
  alt_tw text not null default '',
  alt_en text not null default '',
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  unique (highlight_id, position) deferrable initially deferred
);
create index highlight_pictures_of_file on highlight_pictures (file_id);

-- The same picture, smaller, in a format that browsers load faster. Made once, by whoever needs it first.
create table highlight_variants (
  picture_id uuid not null references highlight_pictures (id) on delete cascade,
  width integer not null,
  format text not null check (format in ('avif', 'webp', 'jpg')),
  file_id uuid not null references files (id),
  primary key (picture_id, width, format)
);
create index highlight_variants_of_file on highlight_variants (file_id);

-- Down Migration

drop table highlight_variants, highlight_pictures, highlights;
