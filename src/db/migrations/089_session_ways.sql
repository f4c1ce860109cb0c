-- Up Migration

-- Rights of staff may depend on the issuer that they have logged in by.
alter table sessions add column way text;
comment on column sessions.way is 'Key of the way to log in, of an issuer; null: by a secret, a passkey or a mailed link.';

-- Down Migration

alter table sessions drop column way;
