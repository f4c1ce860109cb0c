-- Up Migration

-- When an order came to its member by merging a double; the audit log says who merged, and why.
alter table orders add column merged_at timestamptz;

-- Down Migration

alter table orders drop column merged_at;
