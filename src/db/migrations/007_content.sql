-- Up Migration

-- What a search finds a text by: words whole, Chinese two characters at a time, and the last character of a run by itself.
-- Trigrams would need three characters, and most Chinese words have two. 臺 and 台 are one word to whoever types it.
-- Bound when they are made (`begin atomic`): an index is built with no schema of ours in the search path.
create function search_runs(words text) returns table (run text, han boolean) language sql immutable strict parallel safe begin atomic
  select found[1], found[1] ~ '^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]'
  from regexp_matches(
    translate(lower(normalize(words, NFKC)), '臺', '台'),
    '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+|[a-z0-9\u00c0-\u1fff]+',
    'g'
  ) as found;
end;

-- A word is cut: PostgreSQL takes no lexeme of more than two thousand bytes. Chinese is taken a hundred characters at a time:
-- finding the n-th character of a long run takes long.
create function search_pieces(words text) returns tsvector language sql immutable strict parallel safe cost 10000 begin atomic
  select array_to_tsvector(coalesce(array_agg(distinct case when han then substr(part, n, 2) else left(run, 40) end), '{}'))
  from search_runs(words),
    generate_series(0, case when han then (length(run) - 1) / 100 else 0 end) as hundred,
    lateral (select substr(run, hundred * 100 + 1, 101) as part offset 0) as parts,
    generate_series(1, case when han then least(length(part), 100) else 1 end) as n;
end;

-- Null: there is nothing in it to search for. A word, and a single character, may be the beginning of a longer one.
create function search_query(words text) returns tsquery language sql immutable strict parallel safe begin atomic
  select string_agg(
    case when not han then '''' || left(run, 40) || ''':*' when length(run) = 1 then '''' || run || ''':*' else '''' || substr(run, n, 2) || '''' end,
    ' & '
  )::tsquery
  from search_runs(words), generate_series(1, case when han then greatest(length(run) - 1, 1) else 1 end) as n;
end;

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
drop function search_query(text);
drop function search_pieces(text);
drop function search_runs(text);
