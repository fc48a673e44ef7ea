INSERT INTO stock (product_id, on_hand, held)
SELECT product_id, on_hand, held
FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS new (product_id, on_hand, held)
ON CONFLICT (product_id) DO UPDATE SET on_hand = excluded.on_hand, held = excluded.held
