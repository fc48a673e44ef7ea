SELECT EXISTS (SELECT FROM projections.cancels WHERE generation = $1)
    OR EXISTS (SELECT FROM projections.generations WHERE id = $1 AND state = 'retired')
