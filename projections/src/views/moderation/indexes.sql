CREATE INDEX merchants_pending ON merchants (opened_at, merchant_id) WHERE approval = 'pending';
CREATE INDEX products_pending ON products (waits_since, product_id) WHERE waits_since IS NOT NULL;
CREATE INDEX products_uncertified ON products (certificate_waits_since, product_id)
    WHERE certificate_waits_since IS NOT NULL;
