-- Module: insight
-- Movements of money on these days, from the ledger: by facility, way and cause (empty: a payment). A payment is divided among
-- the facilities of its order by what their items cost, a refund goes by its items; what has no item (lockers) counts under
-- facility 0. Divided amounts sum up to the amount: each part is the difference of two rounded running sums. A movement counts
-- once, with its first part.
create or replace function insight_money_of(p_days date[])
returns table (day date, facility_id integer, way text, cause text, movements integer, amount integer)
language sql stable as $$
  with spans as (
    select d.day, d.day::timestamp at time zone 'Asia/Taipei' as begins, (d.day + 1)::timestamp at time zone 'Asia/Taipei' as ends
    from (select distinct unnest(p_days)) as d (day)
  ), given_back as (
    -- Each ledger row looks up its refund, items and court by key. Written as joins, the planner would scan those tables: it
    -- overestimates the number of ledger rows on the given days.
    select g.*, (select r.cause from refunds r where r.id = g.refund_id) as cause
    from (
      select s.day, l.id, l.order_id, l.attempt_id, l.way, l.amount, case when l.cause ~ '^refund:[0-9a-f-]{36}(:|$)' then substr(l.cause, 8, 36)::uuid end as refund_id
      from spans s join ledger l on l.kind = 'refund' and l.at >= s.begins and l.at < s.ends
    ) as g
  ), parts as (
    select s.day, l.id, l.order_id, l.way, '' as cause, l.amount, null::integer as facility_id
    from spans s cross join unnest('{card,transfer,cash,terminal,voucher}'::text[]) as w (way)
    join ledger l on l.kind = 'payment' and l.way = w.way and l.at >= s.begins and l.at < s.ends
    union all
    select g.day, g.id, g.order_id, g.way, g.cause, -p.amount, p.facility_id
    from given_back g cross join lateral (
      select i.facility_id, sum(i.amount)::integer as amount
      from (
        -- A refund of several payments has a row in the ledger for each: what it gives back of this order, and of this payment where an
        -- order has several.
        select p.amount, (
          select (select c.facility_id from courts c where c.id = i.court_id) from order_items i where i.id = coalesce(p.item_id, u.item_id)
        ) as facility_id
        from refund_items p cross join lateral (select d.item_id, d.order_id, d.attempt_id from refunds_due d where d.id = p.due_id offset 0) as u
        where p.refund_id = g.refund_id and u.order_id = g.order_id
          and (u.attempt_id is null or g.attempt_id is null or u.attempt_id = g.attempt_id) offset 0
      ) as i group by i.facility_id having sum(i.amount) > 0
    ) as p
    where g.cause is not null
    union all
    select g.day, g.id, g.order_id, g.way, 'asked', g.amount, null from given_back g where g.cause is null
  ), shares as (
    select p.day, p.id, p.way, p.cause, p.amount, coalesce(f.facility_id, 0) as facility_id, coalesce(f.weight, 1) as weight
    from parts p left join lateral (
      select i.facility_id, sum(i.cost) as weight
      from (
        select (select c.facility_id from courts c where c.id = n.court_id) as facility_id, n.price + n.light_fee + n.deposit as cost
        from order_items n
        where n.order_id = p.order_id or n.id = (select o.supplement_of from orders o where o.id = p.order_id)
      ) as i where i.facility_id is not null group by i.facility_id
    ) as f on true
    where p.facility_id is null
  ), running as (
    -- Items may cost nothing any more: then the first facility has the whole amount.
    select s.*, sum(s.weight) over (partition by s.id) as whole, sum(s.weight) over before_and_here as upto, row_number() over before_and_here as n
    from shares s window before_and_here as (partition by s.id order by s.facility_id)
  ), divided as (
    select day, id, way, cause, facility_id,
      case when whole = 0 then case when n = 1 then amount else 0 end
        else (amount::bigint * upto / whole)::bigint - (amount::bigint * (upto - weight) / whole)::bigint end as amount
    from running
    union all
    select p.day, p.id, p.way, p.cause, p.facility_id, p.amount from parts p where p.facility_id is not null
  ), counted as (
    select d.*, case when row_number() over (partition by d.id order by d.facility_id) = 1 then 1 else 0 end as movement from divided d
  )
  select c.day, c.facility_id, c.way, c.cause, sum(c.movement)::integer, sum(c.amount)::integer
  from counted c group by c.day, c.facility_id, c.way, c.cause
$$;
