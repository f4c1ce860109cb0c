-- Module: settings
-- Splits a text into runs of Han, kana or hangul characters (`han`) and words of other scripts. Folds width and case, and
-- 臺 into 台, which people type for each other.
-- `begin atomic` binds names when the function is created: an index is built with no schema of ours in the search path.
create or replace function search_runs(words text) returns table (run text, han boolean) language sql immutable strict parallel safe begin atomic
  select found[1], found[1] ~ '^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]'
  from regexp_matches(
    translate(lower(normalize(words, NFKC)), '臺', '台'),
    '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+|[a-z0-9\u00c0-\u1fff]+',
    'g'
  ) as found;
end;
