-- Module: accounts
-- Keeps `role` and `roles` of a member in step while processes of the version before run, which know only `role`: they see the
-- first role of several, which gives no right that the person lacks, and another role that they write is the only one afterwards.
create or replace function keep_roles() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.roles = '{}' or tg_op = 'UPDATE' and new.roles is not distinct from old.roles and new.role is distinct from old.role then
    new.roles := array_remove(array[new.role], null);
  else
    new.role := new.roles[1];
  end if;
  return new;
end $$;

create or replace trigger members_keep_roles before insert or update of role, roles on members
  for each row execute function keep_roles();

-- What a process of the version before wrote between the migration and this trigger.
update members set roles = array_remove(array[role], null) where role is distinct from roles[1];
