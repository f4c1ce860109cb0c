-- The desk finds people by any part of a name and by the end of a mobile, and orders by the end of their number.
-- name_parts is in src/db/functions/: functions that columns and indexes use exist before the migrations run.
create index members_by_name_part on members using gin (name_parts(name)) where closed_at is null;
create index members_by_mobile_end on members (reverse(mobile) text_pattern_ops) where mobile <> '' and closed_at is null;
create index orders_by_no_end on orders (reverse(order_no) text_pattern_ops);
