-- Up Migration

-- Levels of a price list in their order: [{ name: { tw, en }, hours: [{ days: ('mon'…'sun'|'holiday')[], from: 'HH:MM', to: 'HH:MM' }] }].
-- The first has no hours: it is for those that no other has. An hour has the last level that names it.
alter table price_lists add column levels jsonb not null default '[]';
update price_lists set levels = jsonb_build_array(
  '{"name": {"tw": "離峰", "en": "Off-peak"}, "hours": []}'::jsonb,
  jsonb_build_object('name', '{"tw": "尖峰", "en": "Peak"}'::jsonb, 'hours', peak));

-- What a slot costs, by level. `off_peak` and `peak`, and `peak` of a list, are what the version before reads and writes: the
-- first two levels. keep_price_levels() keeps both forms the same.
alter table court_prices add column prices integer[] not null default '{}';
update court_prices set prices = array[off_peak, peak];

alter table price_lists alter column peak set default '[]',
  add constraint two_to_six_levels check (jsonb_array_length(levels) between 2 and 6);
alter table court_prices alter column off_peak set default 0, alter column peak set default 0,
  add constraint two_to_six_prices check (cardinality(prices) between 2 and 6 and 0 <= all (prices));

-- Down Migration

-- Levels after the second are lost.
alter table court_prices drop column prices, alter column off_peak drop default, alter column peak drop default;
alter table price_lists drop column levels, alter column peak drop default;
