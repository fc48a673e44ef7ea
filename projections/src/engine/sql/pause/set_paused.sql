INSERT INTO projections.views AS v (view, paused_at) VALUES ($1, $2)
ON CONFLICT (view) DO UPDATE SET paused_at = CASE WHEN $2 IS NULL THEN NULL ELSE coalesce(v.paused_at, $2) END
