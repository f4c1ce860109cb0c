-- Up Migration

alter table centre add column tax_id text not null default '';
comment on column centre.tax_id is 'the number of the business (統一編號), empty where there is none: no foreign key';

-- Down Migration

alter table centre drop column tax_id;
