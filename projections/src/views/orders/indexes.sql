CREATE INDEX orders_of_customer ON orders (customer_id, placed_at DESC, number);
CREATE INDEX orders_of_merchant ON orders (merchant_id, placed_at DESC, number);
CREATE INDEX orders_to_pack ON orders (merchant_id) WHERE status IN ('pending', 'confirmed', 'preparing');
