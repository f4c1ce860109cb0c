-- Module: notifications
-- Writes what happened into the outbox, in the caller's transaction: one row for each subject, at one moment.
-- No subjects, or null: nothing is written.
create or replace function add_to_outbox(p_topic text, p_subjects uuid[], p_payloads jsonb[], p_at timestamptz) returns void language plpgsql as $$
begin
  insert into outbox (topic, subject_id, payload, at)
  select p_topic, e.subject_id, e.payload, p_at from unnest(p_subjects, p_payloads) with ordinality as e (subject_id, payload, n) order by e.n;
end $$;
