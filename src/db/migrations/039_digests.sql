-- Up Migration

-- Staff: whether they get the mail of each morning that says what waits for their role.
alter table members add column gets_digest boolean not null default true;

-- Down Migration

alter table members drop column gets_digest;
