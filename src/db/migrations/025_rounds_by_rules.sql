-- Up Migration

-- How long before a date a community may give it back: decided for each round; the centre's rules have its default.
alter table rounds add column give_back_hours integer not null default 48 check (give_back_hours >= 0);
-- Kinds of documents are the centre's own.
alter table preorder_documents drop constraint preorder_documents_kind_check;
-- The longest season is a rule of the centre; this is the most that a rule may say.
alter table rounds drop constraint rounds_season, add constraint rounds_season check (season_from <= season_to and season_to - season_from < 182);

-- Down Migration

alter table rounds drop constraint rounds_season, add constraint rounds_season check (season_from <= season_to and season_to - season_from < 91) not valid;
alter table preorder_documents add constraint preorder_documents_kind_check check (kind in ('application', 'affidavit', 'roster')) not valid;
alter table rounds drop column give_back_hours;
