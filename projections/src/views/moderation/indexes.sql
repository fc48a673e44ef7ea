CREATE INDEX merchants_pending ON merchants (opened_at, merchant_id) WHERE approval = 'pending';
CREATE INDEX merchants_renamed ON merchants (renamed_at DESC, merchant_id) WHERE renamed_at IS NOT NULL;
CREATE INDEX products_pending ON products (waits_since, product_id) WHERE waits_since IS NOT NULL;
CREATE INDEX products_uncertified ON products (certificate_waits_since, product_id)
    WHERE certificate_waits_since IS NOT NULL;
CREATE INDEX merchants_search ON merchants USING gin (search);
CREATE INDEX products_newest ON products (listed_at DESC, product_id);
CREATE INDEX products_of_category ON products (category, listed_at DESC, product_id);
CREATE INDEX products_by_approval ON products (approval, listed_at DESC, product_id);
CREATE INDEX products_inactive ON products (listed_at DESC, product_id) WHERE NOT is_active;
CREATE INDEX products_organic ON products (listed_at DESC, product_id) WHERE is_organic;
CREATE INDEX products_of_merchant ON products (merchant_id);
CREATE INDEX products_search ON products USING gin (search);
