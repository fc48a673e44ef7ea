UPDATE projections.generations
SET position = $3, updated_at = $4, events = events + $5, events_per_second = $6, positions_per_second = $7,
    last_error = NULL, failed_at = NULL
WHERE id = $1 AND position = $2 AND state <> 'retired'
  AND (state = 'verifying' OR NOT EXISTS (
      SELECT FROM projections.views WHERE views.view = generations.view AND paused_at IS NOT NULL))
RETURNING state
