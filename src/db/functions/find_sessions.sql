-- Module: logins
-- Sessions that are in use, with their members, for a batch of requests; updates last_seen_at of those that are `used`: of members
-- every five minutes, of staff every minute, because theirs end after an hour without use. No row for a session that has ended, or
-- whose account may not be used. p_day: the centre's day at that moment, for proofs that run out. p_idle_days and
-- p_staff_idle_minutes: after how long an unused session of a member or of staff ends; defaults for when the setting is absent.
-- `role`: the first of roles, for the version before. member_id is the party for whom somebody acts: the club whose role they have chosen, or
-- themselves; person_id is who has logged in. Who acts for a club has no role of staff meanwhile. A club whose own login has no role in it
-- any more has none.
-- owes_second_step: a member who has an authenticator app has not shown a second factor in this session. Staff are asked before their role counts.
-- Until they have shown it they are themselves, without a club: the calls that show it are not open to whoever acts for one.
-- Every call of a member begins here, mostly with one session, and planning takes several times as long as reading: the plan is
-- made once for each connection. The other planner settings keep it on the indexes when statistics are missing or out of date.
create or replace function find_sessions(p_ids uuid[], p_used uuid[], p_now timestamptz, p_day date, p_idle_days integer, p_staff_idle_minutes integer)
returns table (id uuid, member_id uuid, account text, email text, name text, role text, locale text, is_proven_twice boolean, is_demo boolean, community_name text, identity_id integer, roles text[], way text, person_id uuid, club_role text, owes_second_step boolean)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_due uuid[];
  v_is_due boolean;
  v_is_open boolean;
  v_limits jsonb := (select value from settings where key = 'session');
  v_idle_since timestamptz := p_now - make_interval(days => coalesce((v_limits ->> 'idleDays')::integer, p_idle_days));
  v_staff_idle_since timestamptz := p_now - make_interval(mins => coalesce((v_limits ->> 'staffIdleMinutes')::integer, p_staff_idle_minutes));
begin
  for id, member_id, account, email, name, role, locale, is_proven_twice, is_demo, community_name, identity_id, roles, way, person_id, club_role, owes_second_step, v_is_due, v_is_open in
    select s.id, coalesce(a.id, m.id), m.account, m.email, m.name, case when a.id is null then m.role end, m.locale, s.proven_at is not null or m.demo, m.demo,
      case when c.state = 'approved' and not o.owes then c.name else '' end,
      case when a.id is null then case when m.price_identity_until < p_day then 1 else m.price_identity_id end
        when a.price_identity_until < p_day then 1 else a.price_identity_id end,
      case when a.id is null then m.roles else '{}' end, s.way, m.id,
      case when not o.owes then r.role end, o.owes,
      s.last_seen_at < p_now - case when m.roles = '{}' then interval '5 minutes' else interval '1 minute' end and s.id = any (p_used),
      m.closed_at is null and not m.is_guest and not m.shut_out and a.shut_out is not true and (c.member_id is null or r.role is not null)
    from sessions s
    join priced_members m on m.id = s.member_id
    cross join lateral (select s.proven_at is null and m.roles = '{}' and not m.demo
      and exists (select from authenticators f where f.member_id = m.id and f.sealed_secret is not null) as owes) o
    left join priced_members a on a.id = s.acts_for and not o.owes
    left join communities c on c.member_id = coalesce(a.id, m.id)
    left join club_people r on r.club_id = coalesce(a.id, m.id) and r.person_id = m.id
    where s.id = any (p_ids) and s.ended_at is null and s.expires_at > p_now and s.last_seen_at > case when m.roles = '{}' then v_idle_since else v_staff_idle_since end
  loop
    -- Not a condition of the query: members have a partial index of those that are open, and with missing statistics the planner would read all of it.
    continue when not v_is_open;
    if v_is_due then v_due := v_due || id; end if;
    return next;
  end loop;
  if v_due is not null then
    update sessions set last_seen_at = p_now where id in (select id from sessions where id = any (v_due) for update skip locked);
  end if;
end $$;
