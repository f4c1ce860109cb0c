-- Up Migration

-- Without a provider of text messages a mobile cannot be proved by a code. It is kept as typed, and names nobody: it resets no
-- secret, claims no guest's bookings and blocks nobody else's registration, until a code or staff at the desk confirm it.
alter table members add column mobile_unproven boolean not null default false;
comment on column members.mobile_unproven is 'Typed and never proved: neither a code nor staff have confirmed it.';
-- As it was before a change of contact, for undoing it.
alter table contact_changes add column mobile_unproven boolean not null default false;

drop index members_mobile;
create unique index members_mobile on members (mobile)
  where email_confirmed_at is not null and closed_at is null and mobile <> '' and not mobile_unproven;

-- Down Migration

drop index members_mobile;
create unique index members_mobile on members (mobile) where email_confirmed_at is not null and closed_at is null and mobile <> '';
alter table contact_changes drop column mobile_unproven;
alter table members drop column mobile_unproven;
