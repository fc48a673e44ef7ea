UPDATE projections.parked SET waiting = waiting + more.events
FROM (SELECT stream, count(*) AS events FROM unnest($2::text[]) AS stream GROUP BY stream) AS more
WHERE parked.generation = $1 AND parked.stream = more.stream
