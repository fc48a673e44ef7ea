CREATE INDEX reviews_of_product ON reviews (product_id, reviewed_at DESC, review_id);
CREATE INDEX reviews_by_customer ON reviews (customer_id);
CREATE INDEX reviews_of_merchant ON reviews (merchant_id);
