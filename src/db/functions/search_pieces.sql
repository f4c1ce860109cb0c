-- Module: settings
-- The index terms of a text: words whole, Han runs as every two neighbouring characters and the last character alone.
-- Trigrams would need three characters, and most Chinese words have two. Words are cut at 40 characters, because a lexeme
-- has at most 2 kB; Han runs are cut into hundreds, because substr counts from the beginning of the string.
create or replace function search_pieces(words text) returns tsvector language sql immutable strict parallel safe cost 10000 begin atomic
  select array_to_tsvector(coalesce(array_agg(distinct case when han then substr(part, n, 2) else left(run, 40) end), '{}'))
  from search_runs(words),
    generate_series(0, case when han then (length(run) - 1) / 100 else 0 end) as hundred,
    lateral (select substr(run, hundred * 100 + 1, 101) as part offset 0) as parts,
    generate_series(1, case when han then least(length(part), 100) else 1 end) as n;
end;
