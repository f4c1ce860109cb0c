-- Module: accounts
-- Every part of a name of one to three characters, in lower case: a name is found by any part of it. Trigrams would need three
-- characters, and most Chinese given names have two.
create or replace function name_parts(name text) returns text[] language sql immutable strict parallel safe cost 10000 begin atomic
  select coalesce(array_agg(distinct substr(lower(name), start, size)), '{}')
  from generate_series(1, least(length(name), 100)) as start, generate_series(1, 3) as size
  where start + size - 1 <= length(name);
end;
