-- Module: venues
-- Keeps the levels of a price list, and the prices by level, the same as the columns of two levels, which the version before reads
-- and writes. Whichever a statement gives counts; if it gives both, the levels do.
create or replace function keep_price_levels() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'price_lists' then
    if new.levels = '[]' then
      new.levels := jsonb_build_array(
        '{"name": {"tw": "離峰", "en": "Off-peak"}, "hours": []}'::jsonb,
        jsonb_build_object('name', '{"tw": "尖峰", "en": "Peak"}'::jsonb, 'hours', new.peak));
    elsif tg_op = 'UPDATE' and new.levels = old.levels and new.peak <> old.peak then
      new.levels := jsonb_set(new.levels, '{1,hours}', new.peak);
    end if;
    new.peak := new.levels -> 1 -> 'hours';
  else
    if new.prices = '{}' then
      new.prices := array[new.off_peak, new.peak];
    elsif tg_op = 'UPDATE' and new.prices = old.prices and (new.off_peak, new.peak) <> (old.off_peak, old.peak) then
      new.prices := array[new.off_peak, new.peak] || new.prices[3:];
    end if;
    new.off_peak := new.prices[1];
    new.peak := new.prices[2];
  end if;
  return new;
end $$;

create trigger price_levels_kept before insert or update on price_lists for each row execute function keep_price_levels();
create trigger prices_kept before insert or update on court_prices for each row execute function keep_price_levels();
