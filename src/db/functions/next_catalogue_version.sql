-- Module: settings
-- Counts one change of the catalogue: its version is a row of settings, which only this module writes.
create or replace function next_catalogue_version() returns void language sql as $$
  update settings set value = to_jsonb((value #>> '{}')::integer + 1), changed_at = now() where key = 'catalogue_version';
$$;
