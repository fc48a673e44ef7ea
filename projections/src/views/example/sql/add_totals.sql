INSERT INTO totals SELECT verdict, count(*) FROM unnest($1::text[]) AS verdict GROUP BY verdict
ON CONFLICT (verdict) DO UPDATE SET products = totals.products + excluded.products
