-- Module: staff
-- Gives an invitation of the version before, which knows only `role`, its `roles`, and one with several the first of them.
create or replace function keep_invited_roles() returns trigger language plpgsql as $$
begin
  if new.roles = '{}' then
    new.roles := array_remove(array[new.role], null);
  else
    new.role := new.roles[1];
  end if;
  return new;
end $$;

create or replace trigger staff_invitations_keep_roles before insert on staff_invitations
  for each row execute function keep_invited_roles();
