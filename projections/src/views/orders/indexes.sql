CREATE INDEX orders_of_customer ON orders (customer_id, placed_at DESC, number);
CREATE INDEX orders_of_merchant ON orders (merchant_id, placed_at DESC, number);
CREATE INDEX orders_by_age ON orders (placed_at DESC, number);
CREATE INDEX orders_by_number ON orders (number text_pattern_ops);
CREATE INDEX orders_of_checkout ON orders (checkout_id);
CREATE INDEX orders_to_pack ON orders (merchant_id) WHERE status IN ('pending', 'confirmed', 'preparing');
CREATE INDEX checkouts_disputed ON checkouts (checkout_id) WHERE dispute_status IS NOT NULL;
