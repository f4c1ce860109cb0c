-- Module: content
-- Null: there is nothing in it to search for. A word, and a single character, may be the beginning of a longer one.
create or replace function search_query(words text) returns tsquery language sql immutable strict parallel safe begin atomic
  select string_agg(
    case when not han then '''' || left(run, 40) || ''':*' when length(run) = 1 then '''' || run || ''':*' else '''' || substr(run, n, 2) || '''' end,
    ' & '
  )::tsquery
  from search_runs(words), generate_series(1, case when han then greatest(length(run) - 1, 1) else 1 end) as n;
end;
