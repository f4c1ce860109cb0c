-- Up Migration

-- search_pieces is in src/db/functions/: functions that columns and indexes use exist before the migrations run.

-- News and documents. What everybody sees is decided by the clock of whoever looks: published, not before, not after.
create table articles (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('news', 'document')),
  category text not null,
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  pinned boolean not null default false,
  -- Empty: not written in that language; the other one is shown.
  title_tw text not null default '',
  title_en text not null default '',
  summary_tw text not null default '',
  summary_en text not null default '',
  body_tw text not null default '',
  body_en text not null default '',
  publish_at timestamptz,
  expires_at timestamptz,
  -- Whoever saves says which one they read.
  version integer not null default 1,
  created_by uuid references members (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  title_pieces tsvector not null generated always as (search_pieces(title_tw || ' ' || title_en)) stored,
  lead_pieces tsvector not null generated always as (search_pieces(title_tw || ' ' || title_en || ' ' || summary_tw || ' ' || summary_en)) stored,
  constraint articles_titled check (title_tw <> '' or title_en <> ''),
  constraint articles_category check (
    category = any (
      case kind
        when 'news' then array['notice', 'closure', 'event', 'course', 'facility', 'preorder']
        else array['form', 'rule', 'price', 'guide']
      end
    )
  ),
  constraint articles_dated check (state = 'draft' or publish_at is not null),
  constraint articles_period check (expires_at > publish_at)
)
-- Bodies lie apart, so that ranking many rows reads few pages.
with (toast_tuple_target = 512);
-- Of the whole text there is only the index: written into the rows, it would make each of them several times as long.
create index articles_search on articles using gin (
  search_pieces(title_tw || ' ' || title_en || ' ' || summary_tw || ' ' || summary_en || ' ' || body_tw || ' ' || body_en)
);
-- As a list shows them, with what it takes to count them.
create index articles_listed on articles (kind, pinned desc, publish_at desc, id desc) include (expires_at, category) where state = 'published';
-- What was published before, what after.
create index articles_in_time on articles (kind, publish_at, id) where state = 'published';

create table article_files (
  article_id integer not null references articles (id) on delete cascade,
  file_id uuid not null references files (id),
  position integer not null,
  primary key (article_id, file_id)
);
create index article_files_file on article_files (file_id);

-- Down Migration

drop table article_files, articles;
