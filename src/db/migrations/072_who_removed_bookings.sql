-- Up Migration

-- Of a booking that the centre cancelled without a closure of its own table, such as for a closed holiday or a fault: when, who, and
-- the reason that its member was told. Of one that a closure cancelled, closure_items and closures say it.
alter table order_items
  add column removed_at timestamptz,
  add column removed_by uuid references members (id),
  add column removed_reason_tw text,
  add column removed_reason_en text;
create index order_items_of_remover on order_items (removed_by) where removed_by is not null;

-- Down Migration

alter table order_items drop column removed_reason_en, drop column removed_reason_tw, drop column removed_by, drop column removed_at;
