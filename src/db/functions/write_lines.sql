-- Module: orders
-- Writes the lines of an order that have no floor, in the order of the list: [{ words: { tw, en }, count, amount, purpose }]. The first
-- may be there already: keep_lines() has written the order's title.
create or replace function write_lines(p_order uuid, p_lines jsonb) returns void language sql as $$
  insert into order_lines (order_id, position, words_tw, words_en, count, amount, purpose)
  select p_order, n.position, n.line #>> '{words,tw}', coalesce(n.line #>> '{words,en}', ''), coalesce((n.line ->> 'count')::integer, 1),
    (n.line ->> 'amount')::integer, coalesce(n.line ->> 'purpose', 'price')
  from jsonb_array_elements(p_lines) with ordinality as n (line, position)
  on conflict (order_id, position) do update
    set words_tw = excluded.words_tw, words_en = excluded.words_en, count = excluded.count, amount = excluded.amount, purpose = excluded.purpose
$$;
