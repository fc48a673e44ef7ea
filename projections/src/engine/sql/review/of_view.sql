SELECT review FROM projections.generations
WHERE view = $1 AND state = 'building' AND held AND review IS NOT NULL
ORDER BY generation DESC LIMIT 1
