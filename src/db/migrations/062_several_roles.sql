-- Up Migration

-- A person has several roles, and an invitation gives several: each once, and in the order of the check, so that two sets of the
-- same roles are equal. The columns `role` are for processes of the version before: functions/keep_roles.sql and
-- functions/keep_invited_roles.sql.
alter table members add column roles text[] not null default '{}';
update members set roles = array[role] where role is not null;
alter table members add constraint members_roles_check check (roles = array_remove(array[
  case when 'admin' = any (roles) then 'admin' end,
  case when 'manager' = any (roles) then 'manager' end,
  case when 'desk' = any (roles) then 'desk' end,
  case when 'finance' = any (roles) then 'finance' end,
  case when 'editor' = any (roles) then 'editor' end], null));
comment on column members.role is 'the first of roles, for the version before';

-- For listing staff and for locking all admins.
create index members_with_roles on members (id) where roles <> '{}';

alter table staff_invitations add column roles text[] not null default '{}', alter column role drop not null;
update staff_invitations set roles = array[role];
alter table staff_invitations add constraint staff_invitations_roles_check check (roles <> '{}' and roles = array_remove(array[
  case when 'admin' = any (roles) then 'admin' end,
  case when 'manager' = any (roles) then 'manager' end,
  case when 'desk' = any (roles) then 'desk' end,
  case when 'finance' = any (roles) then 'finance' end,
  case when 'editor' = any (roles) then 'editor' end], null));
comment on column staff_invitations.role is 'the first of roles, for the version before';

-- The log is never rewritten: rows without `actor_roles` were written when a person had one role.
alter table audit_log add column actor_roles text[];
comment on column audit_log.actor_role is 'the first of actor_roles, for the version before; in older rows the only one';

-- Down Migration

alter table audit_log drop column actor_roles;
comment on column audit_log.actor_role is null;
drop trigger if exists staff_invitations_keep_roles on staff_invitations;
update staff_invitations set role = roles[1];
alter table staff_invitations drop column roles, alter column role set not null;
comment on column staff_invitations.role is null;
drop trigger if exists members_keep_roles on members;
drop view if exists priced_members;
drop index members_with_roles;
alter table members drop column roles;
comment on column members.role is null;
