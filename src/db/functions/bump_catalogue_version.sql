-- Module: venues
-- Counts changes of the catalogue: facilities, spaces, courts, timetables, price lists, pictures, holidays
-- and the booking rules. A process that
-- decides by a copy of the catalogue sends the version of its copy, and the statement that decides compares it.
create or replace function bump_catalogue_version() returns trigger language plpgsql as $$
begin
  perform next_catalogue_version();
  return null;
end $$;

create trigger facilities_changed after insert or update or delete on facilities for each statement execute function bump_catalogue_version();
create trigger spaces_changed after insert or update or delete on spaces for each statement execute function bump_catalogue_version();
create trigger courts_changed after insert or update or delete on courts for each statement execute function bump_catalogue_version();
create trigger court_spaces_changed after insert or update or delete on court_spaces for each statement execute function bump_catalogue_version();
create trigger court_prices_changed after insert or update or delete on court_prices for each statement execute function bump_catalogue_version();
create trigger timetables_changed after insert or update or delete on timetables for each statement execute function bump_catalogue_version();
create trigger price_lists_changed after insert or update or delete on price_lists for each statement execute function bump_catalogue_version();
create trigger facility_pictures_changed after insert or update or delete on facility_pictures for each statement execute function bump_catalogue_version();
create trigger booking_rules_changed after insert or update on settings for each row when (new.key in ('booking', 'refunds')) execute function bump_catalogue_version();
create trigger holidays_changed after insert or update or delete on holidays for each statement execute function bump_catalogue_version();
