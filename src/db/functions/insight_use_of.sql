-- Module: insight
-- Use of facilities on these days, counted from the rows of bookings: those that were paid for or cost nothing and stood until
-- their time. Minutes count once for each space, so that a full court counts twice as much as one of its halves. A booking counts
-- on the day on which it begins; its minutes after midnight count on the day on which they are played. Pre-orders of seasons are
-- left out of the lead: they are decided months ahead.
create or replace function insight_use_of(p_days date[])
returns table (day date, facility_id integer, booked integer[], bookings integer, came integer, missed integer, lead integer[])
language sql stable as $$
  with items as (
    select i.day, c.facility_id, o.preorder_no is null as by_itself, i.checked_in_at, i.missed_at,
      (select count(*) from court_spaces s where s.court_id = i.court_id)::integer as spaces,
      (extract(epoch from (lower(i.during) at time zone 'Asia/Taipei') - i.day) / 60)::integer as starts,
      (extract(epoch from (upper(i.during) at time zone 'Asia/Taipei') - i.day) / 60)::integer as ends,
      case when o.created_at > lower(i.during) - interval '2 hours' then 1 else
        case i.day - (o.created_at at time zone 'Asia/Taipei')::date when 0 then 2 when 1 then 3 when 2 then 4 when 3 then 4
          else case when i.day - (o.created_at at time zone 'Asia/Taipei')::date <= 7 then 5
            when i.day - (o.created_at at time zone 'Asia/Taipei')::date <= 14 then 6 else 7 end end end as span
    from courts c
    join order_items i on i.court_id = c.id and i.day = any (array(select d from unnest(p_days) as d union select d - 1 from unnest(p_days) as d))
    join orders o on o.id = i.order_id
    where i.state = 'active' and i.parked_at is null and o.state in ('confirmed', 'checked-in', 'completed', 'no-show')
  ), hours as (
    select i.day + h.hour / 24 as day, i.facility_id, h.hour % 24 as hour,
      sum(i.spaces * (least(i.ends, 60 * h.hour + 60) - greatest(i.starts, 60 * h.hour)))::integer as minutes
    from items i, generate_series(i.starts / 60, (i.ends - 1) / 60) as h (hour)
    where i.day + h.hour / 24 = any (p_days)
    group by 1, 2, 3
  ), counts as (
    select i.day, i.facility_id, count(*)::integer as bookings, count(i.checked_in_at)::integer as came, count(i.missed_at)::integer as missed,
      array[count(*) filter (where i.by_itself and i.span = 1), count(*) filter (where i.by_itself and i.span = 2),
        count(*) filter (where i.by_itself and i.span = 3), count(*) filter (where i.by_itself and i.span = 4),
        count(*) filter (where i.by_itself and i.span = 5), count(*) filter (where i.by_itself and i.span = 6),
        count(*) filter (where i.by_itself and i.span = 7)]::integer[] as lead
    from items i where i.day = any (p_days) group by i.day, i.facility_id
  ), by_hour as (
    select k.day, k.facility_id, array_agg(coalesce(h.minutes, 0) order by n.hour) as booked
    from (select h.day, h.facility_id from hours h union select k.day, k.facility_id from counts k) as k
    cross join generate_series(0, 23) as n (hour)
    left join hours h on h.day = k.day and h.facility_id = k.facility_id and h.hour = n.hour
    group by k.day, k.facility_id
  )
  select b.day, b.facility_id, b.booked, coalesce(k.bookings, 0), coalesce(k.came, 0), coalesce(k.missed, 0), coalesce(k.lead, '{0,0,0,0,0,0,0}')
  from by_hour b left join counts k on k.day = b.day and k.facility_id = b.facility_id
$$;
