-- Module: accounts
-- Members with the identity that their prices count by. An identity that needs proof counts once the proof is approved,
-- one for communities while the member's community is; until then, and once it is retired, it is the general public's (1).
-- price_identity_until is the last day on which the proof counts, null without an end: readers compare it with today. The
-- other columns of members are those that a reader of the identity needs: with them here nobody joins members a second time.
create or replace view priced_members as
  select m.id, m.account, m.email, m.email_confirmed_at, m.name,
    -- A suspended role counts for nothing. `role`: the first of roles, for the version before.
    case when m.staff_suspended_at is null then m.role end as role,
    m.locale, m.closed_at, m.shut_out,
    case
      when i.retired_at is not null then 1
      when i.needs_proof and not exists (
        select from identity_proofs p where p.member_id = m.id and p.identity_id = i.id and p.state = 'approved'
      ) then 1
      when i.for_community and not exists (
        select from communities c where c.member_id = m.id and c.state = 'approved'
      ) then 1
      else i.id
    end as price_identity_id,
    m.demo,
    case when i.needs_proof then (
      select case when bool_or(p.valid_until is null) then null else max(p.valid_until) end
      from identity_proofs p where p.member_id = m.id and p.identity_id = i.id and p.state = 'approved'
    ) end as price_identity_until,
    m.is_guest,
    case when m.staff_suspended_at is null then m.roles else '{}' end as roles
  from members m join identities i on i.id = m.identity_id;
