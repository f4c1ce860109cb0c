-- Up Migration

-- What an order is for that has no items, in the words of the day on which it was placed.
alter table orders add column title_tw text, add column title_en text;

create table locker_sizes (
  size text primary key check (size in ('standard', 'large')),
  month_price integer not null check (month_price > 0),
  half_year_price integer not null check (half_year_price > 0),
  deposit integer not null check (deposit >= 0)
);
create table lockers (
  id integer primary key,
  number text not null unique,
  size text not null references locker_sizes (size),
  -- Where it stands: a wall of the changing hall, its column from the left and its row from the top.
  wall text not null,
  col integer not null check (col > 0),
  row integer not null check (row > 0),
  unique (wall, col, row)
);

-- One member's hold on one locker, from the reservation until it is empty again. It does not end by itself when its time
-- is over: somebody's things are still inside.
create table locker_rentals (
  id uuid primary key,
  locker_id integer not null references lockers (id),
  member_id uuid not null references members (id),
  state text not null check (state in ('reserved', 'active', 'returned', 'lapsed', 'cleared')),
  deposit integer not null check (deposit >= 0),
  created_at timestamptz not null,
  -- Null while it is not paid.
  starts_at timestamptz,
  ends_at timestamptz,
  closed_at timestamptz,
  closed_by uuid references members (id),
  -- The end of which the member was told beforehand, and how many times of being late.
  told_end timestamptz,
  told_overdue integer not null default 0,
  check (state in ('reserved', 'lapsed') or (starts_at is not null and ends_at > starts_at)),
  check ((state in ('reserved', 'active')) = (closed_at is null))
);
-- A locker is never rented twice, and nobody has two.
create unique index locker_rentals_never_twice on locker_rentals (locker_id) where state in ('reserved', 'active');
create unique index locker_rentals_one_each on locker_rentals (member_id) where state in ('reserved', 'active');
create index locker_rentals_of_member on locker_rentals (member_id, created_at desc);

-- What is paid for: the first stretch of a rental, and each that follows it. Its order says whether it still waits for money.
create table locker_terms (
  id uuid primary key,
  -- Deferred: a lapsed rental that is paid after all is taken anew, see hold_locker.
  rental_id uuid not null references locker_rentals (id) deferrable initially deferred,
  order_id uuid not null unique references orders (id),
  term text not null check (term in ('month', 'half-year')),
  is_first boolean not null,
  price integer not null check (price > 0),
  deposit integer not null check (deposit >= 0),
  state text not null check (state in ('waiting', 'paid', 'lapsed')),
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null,
  check ((state = 'paid') = (starts_at is not null)),
  check ((starts_at is null) = (ends_at is null))
);
create unique index locker_terms_one_waiting on locker_terms (rental_id) where state = 'waiting';
create index locker_terms_of_rental on locker_terms (rental_id);

-- What nobody pays for any more gives way: the order has run out, or was given up. Of this locker, and of this member.
create function lapse_lockers(p_locker integer, p_member uuid, p_now timestamptz) returns void language sql as $$
  with gone as (
    update locker_terms t set state = 'lapsed'
    from orders o, locker_rentals r
    where o.id = t.order_id and r.id = t.rental_id and t.state = 'waiting' and r.state in ('reserved', 'active') and (r.locker_id = p_locker or r.member_id = p_member)
      and not (o.state = 'awaiting-payment' and o.pay_before > p_now)
    returning t.rental_id
  )
  update locker_rentals r set state = 'lapsed', closed_at = p_now from gone where r.id = gone.rental_id and r.state = 'reserved'
$$;

-- Whether a member may have an order of this key: null, or how it was answered the first time. Holds the member until the
-- transaction ends, so that what one member asks for is decided in turn.
create function answered_before(p_order jsonb) returns jsonb language plpgsql as $$
declare
  v_known orders;
begin
  perform 1 from members where id = (p_order ->> 'memberId')::uuid and closed_at is null for no key update;
  if not found then return jsonb_build_object('refused', 'no_such_member'); end if;
  select * into v_known from orders where member_id = (p_order ->> 'memberId')::uuid and idempotency_key = p_order ->> 'idempotencyKey';
  if not found then return null; end if;
  if v_known.request_hash <> p_order ->> 'requestHash' then return jsonb_build_object('refused', 'key_reused'); end if;
  return jsonb_build_object('again', true, 'orderNo', v_known.order_no, 'amount', v_known.amount, 'payBefore', v_known.pay_before);
end $$;

-- The order and the term that it pays for.
create function order_term(p_order jsonb, p_rental uuid, p_first boolean, p_price integer, p_deposit integer, p_pay_before timestamptz, p_now timestamptz) returns jsonb language plpgsql as $$
begin
  insert into orders (id, order_no, kind, member_id, state, amount, pay_before, idempotency_key, request_hash, created_at, title_tw, title_en)
  values ((p_order ->> 'id')::uuid, p_order ->> 'orderNo', 'locker', (p_order ->> 'memberId')::uuid, 'awaiting-payment', p_price + p_deposit, p_pay_before,
    p_order ->> 'idempotencyKey', p_order ->> 'requestHash', p_now, p_order ->> 'titleTw', p_order ->> 'titleEn');
  insert into order_events (order_id, kind, at) values ((p_order ->> 'id')::uuid, 'placed', p_now);
  insert into locker_terms (id, rental_id, order_id, term, is_first, price, deposit, state, created_at)
  values (gen_random_uuid(), p_rental, (p_order ->> 'id')::uuid, p_order ->> 'term', p_first, p_price, p_deposit, 'waiting', p_now);
  return jsonb_build_object('again', false, 'orderNo', p_order ->> 'orderNo', 'amount', p_price + p_deposit, 'payBefore', p_pay_before);
end $$;

-- Who gets a locker, in one statement. p_order: see `LockerOrder` in modules/lockers/store.ts.
create function rent_locker(p_order jsonb, p_locker integer, p_pay_before timestamptz, p_now timestamptz) returns jsonb language plpgsql as $$
declare
  v_member uuid := (p_order ->> 'memberId')::uuid;
  v_answer jsonb := answered_before(p_order);
  v_rental uuid := gen_random_uuid();
  v_price integer;
  v_deposit integer;
begin
  if v_answer is not null then return v_answer; end if;
  select case p_order ->> 'term' when 'month' then s.month_price else s.half_year_price end, s.deposit into v_price, v_deposit
  from lockers l join locker_sizes s on s.size = l.size where l.id = p_locker;
  if not found then return jsonb_build_object('refused', 'no_such_locker'); end if;
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

-- A term that follows the one that runs. Whether it is time for it was decided behind the lock on the rental, which the
-- caller holds.
create function renew_locker(p_order jsonb, p_rental uuid, p_pay_before timestamptz, p_now timestamptz) returns jsonb language plpgsql as $$
declare
  v_price integer;
begin
  select case p_order ->> 'term' when 'month' then s.month_price else s.half_year_price end into strict v_price
  from locker_rentals r join lockers l on l.id = r.locker_id join locker_sizes s on s.size = l.size where r.id = p_rental;
  return order_term(p_order, p_rental, false, v_price, 0, p_pay_before, p_now);
end $$;

-- Money has come for a reservation: the locker is theirs, also when it had lapsed, if nobody else has it and they have
-- no other. False: it is gone.
create function hold_locker(p_rental uuid, p_starts timestamptz, p_ends timestamptz, p_now timestamptz) returns boolean language plpgsql as $$
declare
  v_rental locker_rentals;
begin
  update locker_rentals set state = 'active', starts_at = p_starts, ends_at = p_ends where id = p_rental and state = 'reserved';
  if found then return true; end if;
  -- Taken anew, with `do nothing`, as everybody else takes one: a bare update would stumble over who is faster.
  delete from locker_rentals where id = p_rental and state = 'lapsed' returning * into v_rental;
  if not found then return false; end if;
  perform lapse_lockers(v_rental.locker_id, v_rental.member_id, p_now);
  insert into locker_rentals (id, locker_id, member_id, state, deposit, created_at, starts_at, ends_at)
  values (v_rental.id, v_rental.locker_id, v_rental.member_id, 'active', v_rental.deposit, v_rental.created_at, p_starts, p_ends)
  on conflict do nothing;
  if found then return true; end if;
  insert into locker_rentals select v_rental.*;
  return false;
end $$;

-- Down Migration

drop function hold_locker(uuid, timestamptz, timestamptz, timestamptz);
drop function renew_locker(jsonb, uuid, timestamptz, timestamptz);
drop function rent_locker(jsonb, integer, timestamptz, timestamptz);
drop function order_term(jsonb, uuid, boolean, integer, integer, timestamptz, timestamptz);
drop function answered_before(jsonb);
drop function lapse_lockers(integer, uuid, timestamptz);
drop table locker_terms, locker_rentals, lockers, locker_sizes;
alter table orders drop column title_tw, drop column title_en;
