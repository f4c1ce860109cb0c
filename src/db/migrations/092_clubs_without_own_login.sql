-- Up Migration

-- A club that others act for may have no address of its own; several such do not compete for one.
drop index members_email;
create unique index members_email on members (lower(email)) where email_confirmed_at is not null and closed_at is null and email <> '';

-- Down Migration

drop index members_email;
create unique index members_email on members (lower(email)) where email_confirmed_at is not null and closed_at is null;
