-- Up Migration

-- A club's registration number as it is compared: NFKC makes one of full and half width, spaces, invisible characters and hyphens
-- of all kinds are left out, letters are capitals.
alter table communities
  add column number_key text not null generated always as (
    upper(regexp_replace(normalize(registration_no, NFKC),
      '[-\s\u00a0\u00ad\u058a\u05be\u1680\u180e\u1806\u200b-\u2015\u2028-\u202f\u2043\u205f-\u2064\u2212\u2500\u2501\u3000\u301c\u3030\u30a0\u30fc\ufeff]', '', 'g'))
  ) stored,
  -- Approved with a number that another club had been approved with before: clubs of the time when nothing forbade it.
  add column shares_number boolean not null default false;

update communities c set shares_number = true
where c.state = 'approved' and c.number_key <> '' and exists (
  select from communities o where o.state = 'approved' and o.number_key = c.number_key
    and (coalesce(o.reviewed_at, o.submitted_at), o.member_id) < (coalesce(c.reviewed_at, c.submitted_at), c.member_id));

-- One registration number, one approved club. Applications may be many: otherwise whoever typed a number first would keep the club
-- itself out. Checked at commit, because merging two accounts writes the club a second time before it deletes the first.
alter table communities add constraint communities_one_number
  exclude using btree (number_key with =) where (state = 'approved' and number_key <> '' and not shares_number) deferrable initially deferred;
create index communities_by_number on communities (number_key) where number_key <> '';

-- Down Migration

drop index communities_by_number;
alter table communities drop constraint communities_one_number, drop column shares_number, drop column number_key;
