-- Module: lockers
-- Reserves a locker for a member and orders its first term, in one statement. Two who want the same locker, or one member
-- who wants two, are decided by the unique indexes of locker_rentals. p_order: see `LockerOrder` in modules/lockers/store.ts.
create or replace function rent_locker(p_order jsonb, p_locker integer, p_pay_before timestamptz, p_now timestamptz) returns jsonb language plpgsql as $$
declare
  v_member uuid := (p_order ->> 'memberId')::uuid;
  v_answer jsonb := (select outcome from answer_orders(jsonb_build_array(p_order), p_now));
  v_rental uuid := gen_random_uuid();
  v_price integer;
  v_deposit integer;
begin
  if v_answer is not null then return v_answer; end if;
  if not keep_locker(p_locker) then return jsonb_build_object('refused', 'no_such_locker'); end if;
  select p.price, s.deposit into v_price, v_deposit
  from lockers l join locker_sizes s on s.size = l.size left join locker_prices p on p.size = s.size and p.months = (p_order ->> 'months')::integer
  where l.id = p_locker;
  if v_price is null then return jsonb_build_object('refused', 'no_such_term'); end if;
  perform lapse_lockers(p_locker, v_member, p_now);
  if exists (select from locker_rentals where member_id = v_member and state in ('reserved', 'active')) then
    return jsonb_build_object('refused', 'one_locker_each');
  end if;
  insert into locker_rentals (id, locker_id, member_id, state, deposit, created_at) values (v_rental, p_locker, v_member, 'reserved', v_deposit, p_now) on conflict do nothing;
  if not found then
    return jsonb_build_object('refused', case when exists (select from locker_rentals where member_id = v_member and state in ('reserved', 'active')) then 'one_locker_each' else 'locker_taken' end);
  end if;
  return order_term(p_order, v_rental, true, v_price, v_deposit, p_pay_before, p_now);
end $$;
