-- Up Migration

-- How often members logged in, and how: counted, and of nobody.
create table logins_by_day (
  day date not null,
  means text not null check (means in ('secret', 'passkey', 'mail', 'issuer')),
  -- The key of the way to log in, of an issuer; otherwise empty.
  way text not null,
  logins integer not null,
  primary key (day, means, way)
);

-- Down Migration

drop table logins_by_day;
