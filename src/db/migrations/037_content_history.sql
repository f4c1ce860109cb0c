-- Up Migration

-- What an article said each time it was saved, the newest fifty times: who saved what, and the way back to it.
create table article_versions (
  article_id integer not null references articles (id) on delete cascade,
  version integer not null,
  category text not null,
  pinned boolean not null,
  title_tw text not null,
  title_en text not null,
  summary_tw text not null,
  summary_en text not null,
  body_tw text not null,
  body_en text not null,
  -- Null: before there was a history.
  saved_by uuid references members (id),
  saved_at timestamptz not null,
  -- The version that was brought back.
  restored_from integer,
  primary key (article_id, version)
);
create index article_versions_by on article_versions (saved_by) where saved_by is not null;

-- A file stays as long as a version shows it, so that restoring one brings its pictures back.
create table article_version_files (
  article_id integer not null,
  version integer not null,
  file_id uuid not null references files (id),
  position integer not null,
  primary key (article_id, version, file_id),
  foreign key (article_id, version) references article_versions (article_id, version) on delete cascade
);
create index article_version_files_file on article_version_files (file_id);

insert into article_versions (article_id, version, category, pinned, title_tw, title_en, summary_tw, summary_en, body_tw, body_en, saved_by, saved_at)
select id, version, category, pinned, title_tw, title_en, summary_tw, summary_en, body_tw, body_en, created_by, updated_at from articles;
insert into article_version_files (article_id, version, file_id, position)
select f.article_id, a.version, f.file_id, f.position from article_files f join articles a on a.id = f.article_id;

-- A story has versions and an end, as an article has.
alter table highlights add column version integer not null default 1;
alter table highlights add column expires_at timestamptz;
alter table highlights add constraint highlights_period check (expires_at > publish_at);

create table highlight_versions (
  highlight_id uuid not null references highlights (id) on delete cascade,
  version integer not null,
  title_tw text not null,
  title_en text not null,
  text_tw text not null,
  text_en text not null,
  day date not null,
  saved_by uuid references members (id),
  saved_at timestamptz not null,
  restored_from integer,
  primary key (highlight_id, version)
);
create index highlight_versions_by on highlight_versions (saved_by) where saved_by is not null;

create table highlight_version_pictures (
  highlight_id uuid not null,
  version integer not null,
  position integer not null,
  file_id uuid not null references files (id),
  alt_tw text not null,
  alt_en text not null,
  primary key (highlight_id, version, position),
  foreign key (highlight_id, version) references highlight_versions (highlight_id, version) on delete cascade
);
create index highlight_version_pictures_file on highlight_version_pictures (file_id);

insert into highlight_versions (highlight_id, version, title_tw, title_en, text_tw, text_en, day, saved_by, saved_at)
select id, version, title_tw, title_en, text_tw, text_en, day, created_by, changed_at from highlights;
insert into highlight_version_pictures (highlight_id, version, position, file_id, alt_tw, alt_en)
select p.highlight_id, h.version, p.position, p.file_id, p.alt_tw, p.alt_en from highlight_pictures p join highlights h on h.id = p.highlight_id;

-- Texts that an editor is writing and has not saved, for the preview in the real page: one row for each editor and page, a day long.
create table preview_drafts (
  id uuid primary key,
  member_id uuid not null references members (id) on delete cascade,
  kind text not null check (kind in ('news', 'document', 'highlight')),
  -- Id of what is edited; empty: something new.
  subject text not null,
  content jsonb not null,
  made_at timestamptz not null,
  unique (member_id, kind, subject)
);
create index preview_drafts_by_age on preview_drafts (made_at);

-- Answers to reporters that staff choose and edit before sending; managers write them.
create table report_replies (
  id integer generated always as identity primary key,
  position integer not null,
  title_tw text not null,
  title_en text not null,
  text_tw text not null,
  text_en text not null
);
insert into report_replies (position, title_tw, title_en, text_tw, text_en) values
  (0, '已派員查看', 'Somebody is on the way', '謝謝您的通報，我們已派人前往查看，有進度會再通知您。', 'Thank you for telling us. Somebody is on the way to look at it, and we will tell you how it goes.'),
  (1, '等候零件', 'Waiting for parts', '我們已確認狀況並叫料，零件到貨後會立即處理，造成不便敬請見諒。', 'We have found the cause and ordered the part. It will be repaired as soon as the part is here. We are sorry for the trouble.'),
  (2, '已修復', 'Repaired', '已經修復，可以正常使用了。謝謝您告訴我們。', 'It is repaired and can be used again. Thank you for telling us.'),
  (3, '已清潔', 'Cleaned', '現場已清潔完成，謝謝您的提醒。', 'It has been cleaned. Thank you for the notice.'),
  (4, '找不到問題', 'Nothing found', '我們到現場查看時一切正常。如果再次發生，請告訴我們時間與位置。', 'When we looked, everything was in order. If it happens again, please tell us when and where.');

-- Ratings of a facility by time, and those with few stars.
create index ratings_of_facility_newest on ratings (facility_id, created_at desc) where facility_id is not null;

-- Down Migration

drop index ratings_of_facility_newest;
drop table report_replies, preview_drafts, highlight_version_pictures, highlight_versions;
alter table highlights drop column expires_at, drop column version;
drop table article_version_files, article_versions;
