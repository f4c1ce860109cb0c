-- Module: accounts
-- Locks members until the transaction ends, so that what one member asks for is decided one after the other. Always by
-- id, so that two transactions which lock several members never wait for each other. Members who do not exist are passed over.
create or replace function lock_members(p_members uuid[]) returns void language plpgsql as $$
begin
  perform 1 from members where id = any (p_members) order by id for no key update;
end $$;
