-- Module: audit
-- The audit log is append only: no row is changed, and none is deleted before it is five years old (the retention of money
-- matters, decision 050). The triggers hold for the table's owner and for superusers too, and fire in replication mode.
-- A migration that must rewrite rows says so: `alter table audit_log disable trigger user`, and enables the triggers again.
create or replace function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < now() - interval '5 years' then
      return old;
    end if;
  end if;
  raise exception 'audit_log is append only: % refused', lower(tg_op) using errcode = 'restrict_violation';
end $$;

create or replace trigger audit_log_rows_stay before update or delete on audit_log for each row execute function keep_audit_log();
create or replace trigger audit_log_stays before truncate on audit_log for each statement execute function keep_audit_log();
alter table audit_log enable always trigger audit_log_rows_stay;
alter table audit_log enable always trigger audit_log_stays;
