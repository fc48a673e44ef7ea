INSERT INTO standings AS s (account_id, generation, survivor, active)
SELECT account_id, more, survivor, coalesce(active, true)
FROM unnest($1::uuid[], $2::integer[], $3::uuid[], $4::boolean[]) AS new (account_id, more, survivor, active)
ON CONFLICT (account_id) DO UPDATE
SET generation = s.generation + excluded.generation,
    survivor = CASE WHEN excluded.generation > 0 THEN excluded.survivor ELSE s.survivor END,
    active = coalesce((SELECT new.active FROM unnest($1::uuid[], $4::boolean[]) AS new (account_id, active)
                       WHERE new.account_id = s.account_id), s.active)
