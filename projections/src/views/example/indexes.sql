CREATE INDEX totals_by_size ON totals (products);
