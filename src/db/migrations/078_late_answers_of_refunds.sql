-- Up Migration

-- The payment provider answered this attempt after somebody had decided about it, and said something else; finance has not looked into it
-- yet. refunds.perhaps_twice says the same of the refund; the attempt says of which payment.
alter table refund_tries add column contradicts boolean not null default false;
update refund_tries t set contradicts = true from refunds r where r.id = t.refund_id and r.perhaps_twice and t.outcome = 'refunded' and (
  not exists (select from ledger l where l.attempt_id = t.attempt_id and l.way = 'card' and l.cause in ('refund:' || r.id, 'refund:' || r.id || ':' || t.attempt_id))
  or exists (select from refund_tries n where n.refund_id = t.refund_id and n.attempt_id = t.attempt_id and n.number > t.number));

-- Down Migration

alter table refund_tries drop column contradicts;
