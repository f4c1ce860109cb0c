-- Module: lockers
-- Lapses terms whose order is no longer payable (expired or cancelled), with the rentals that were only reserved by them.
-- Of one locker and of one member.
create or replace function lapse_lockers(p_locker integer, p_member uuid, p_now timestamptz) returns void language sql as $$
  with gone as (
    update locker_terms t set state = 'lapsed'
    from orders o, locker_rentals r
    where o.id = t.order_id and r.id = t.rental_id and t.state = 'waiting' and r.state in ('reserved', 'active') and (r.locker_id = p_locker or r.member_id = p_member)
      and not (o.state = 'awaiting-payment' and o.pay_before > p_now)
    returning t.rental_id
  )
  update locker_rentals r set state = 'lapsed', closed_at = p_now from gone where r.id = gone.rental_id and r.state = 'reserved'
$$;
