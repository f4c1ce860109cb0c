-- Module: settings
-- What somebody typed as a query over search_pieces: every piece must be there; a word, or a single Han character, matches
-- as a prefix. Null when nothing can be searched for.
create or replace function search_query(words text) returns tsquery language sql immutable strict parallel safe begin atomic
  select string_agg(
    case when not han then '''' || left(run, 40) || ''':*' when length(run) = 1 then '''' || run || ''':*' else '''' || substr(run, n, 2) || '''' end,
    ' & '
  )::tsquery
  from search_runs(words), generate_series(1, case when han then greatest(length(run) - 1, 1) else 1 end) as n;
end;
