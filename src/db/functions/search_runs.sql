-- Module: content
-- What a search finds a text by: words whole, Chinese two characters at a time, and the last character of a run by itself.
-- Trigrams would need three characters, and most Chinese words have two. 臺 and 台 are one word to whoever types it.
-- Bound when they are made (`begin atomic`): an index is built with no schema of ours in the search path.
create or replace function search_runs(words text) returns table (run text, han boolean) language sql immutable strict parallel safe begin atomic
  select found[1], found[1] ~ '^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]'
  from regexp_matches(
    translate(lower(normalize(words, NFKC)), '臺', '台'),
    '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+|[a-z0-9\u00c0-\u1fff]+',
    'g'
  ) as found;
end;
