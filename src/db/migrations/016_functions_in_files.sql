-- Up Migration

-- Functions, triggers and views are in src/db/functions/ and src/db/views/ and are created after the migrations. What
-- earlier versions of the migrations created goes; the three search functions stay, because columns of articles use them.
drop view if exists file_uses;
drop function if exists submit_allowed_preorders(jsonb, timestamptz);
drop function if exists place_allowed_orders(jsonb, timestamptz);
drop function if exists suspended_until(uuid, timestamptz);
drop function if exists hold_locker(uuid, timestamptz, timestamptz, timestamptz);
drop function if exists renew_locker(jsonb, uuid, timestamptz, timestamptz);
drop function if exists rent_locker(jsonb, integer, timestamptz, timestamptz);
drop function if exists order_term(jsonb, uuid, boolean, integer, integer, timestamptz, timestamptz);
drop function if exists answered_before(jsonb);
drop function if exists lapse_lockers(integer, uuid, timestamptz);
drop function if exists move_spaces(jsonb, uuid[], text, timestamptz);
drop function if exists submit_preorders(jsonb, timestamptz);
drop function if exists why_refused(jsonb, timestamptz);
drop function if exists over_cap(jsonb, timestamptz);
drop function if exists place_orders(jsonb, timestamptz);
drop function if exists over_quota(jsonb, timestamptz);
drop function if exists take_spaces(jsonb, text, timestamptz);
-- With their triggers.
drop function if exists never_more_than_paid() cascade;
drop function if exists bump_catalogue_version() cascade;

-- Down Migration

-- The older migrations' downs drop tables that these functions and views use.
do $$
declare
  v_object text;
begin
  foreach v_object in array (select objects from sql_objects) loop
    execute 'drop ' || v_object || ' cascade';
  end loop;
  delete from sql_objects;
end $$;
