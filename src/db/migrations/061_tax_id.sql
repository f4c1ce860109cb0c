-- Up Migration

alter table centre add column tax_id text not null default '';

-- Down Migration

alter table centre drop column tax_id;
