-- Module: insight
-- Trigger. The sums of a year count only while its months are those that were summed: a process of the version before sums months
-- and knows no years.
create or replace function forget_insight_years() returns trigger language plpgsql as $$
begin
  delete from insight_summed_years where year = date_trunc('year', coalesce(new.month, old.month))::date;
  return null;
end $$;

create or replace trigger insight_months_forget_years after insert or update or delete on insight_months for each row
  execute function forget_insight_years();
create or replace trigger refused_demand_months_forget_years after insert or update or delete on refused_demand_months for each row
  execute function forget_insight_years();
