-- Module: accounts
-- Trigger. Who applies to be a club owns it by its own login, also when the version before wrote the application.
create or replace function add_club_owner() returns trigger language plpgsql as $$
begin
  insert into club_people (club_id, person_id, role, since) values (new.member_id, new.member_id, 'owner', new.submitted_at)
  on conflict do nothing;
  return null;
end $$;

create or replace trigger communities_add_owner after insert on communities for each row execute function add_club_owner();

-- What a process of the version before wrote between the migration and this trigger. A club that was handed over has no address.
insert into club_people (club_id, person_id, role, since)
select c.member_id, c.member_id, 'owner', c.submitted_at from communities c join members m on m.id = c.member_id
where m.email <> '' and not exists (select from club_people p where p.club_id = c.member_id)
on conflict do nothing;
