SELECT e.event_id, e.at, e.actor_id, coalesce(e.actor_name, a.name) AS actor_name, a.email AS actor_email, e.actor_role,
       e.action, e.subject_type, e.subject_id, coalesce(e.subject_name, s.name) AS subject_name, e.reason, e.before,
       e.after, e.position
FROM (
    SELECT e.event_id, e.at, e.actor_id, e.actor_name, e.actor_role, e.action, e.subject_type, e.subject_id,
           e.subject_name, e.reason, e.before, e.after, e.position
    FROM read.audit_entries e
    WHERE true
