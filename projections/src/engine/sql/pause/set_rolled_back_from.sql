INSERT INTO projections.views (view, rolled_back_from) VALUES ($1, $2)
ON CONFLICT (view) DO UPDATE SET rolled_back_from = $2
