CREATE INDEX merchants_pending ON merchants (opened_at, merchant_id) WHERE approval = 'pending';
CREATE INDEX products_pending ON products (listed_at, product_id) WHERE approval IN ('pending', 'resubmitted');
