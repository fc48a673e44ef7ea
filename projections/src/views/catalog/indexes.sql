CREATE INDEX products_of_merchant_by_category ON products (merchant_id, category) WHERE visible;
CREATE INDEX merchants_by_place ON merchants (latitude, longitude) WHERE visible;
CREATE INDEX merchants_search ON merchants USING gin (search) WHERE visible;
-- Query services follow the tables from here on.
CREATE TRIGGER products_insert AFTER INSERT ON products REFERENCING NEW TABLE AS changed EXECUTE FUNCTION record_products();
CREATE TRIGGER products_update AFTER UPDATE ON products REFERENCING NEW TABLE AS changed EXECUTE FUNCTION record_products();
CREATE TRIGGER products_delete AFTER DELETE ON products REFERENCING OLD TABLE AS changed EXECUTE FUNCTION record_products();
CREATE TRIGGER stock_insert AFTER INSERT ON stock REFERENCING NEW TABLE AS changed EXECUTE FUNCTION record_products();
CREATE TRIGGER stock_update AFTER UPDATE ON stock REFERENCING NEW TABLE AS changed EXECUTE FUNCTION record_products();
CREATE TRIGGER merchants_insert AFTER INSERT ON merchants REFERENCING NEW TABLE AS changed EXECUTE FUNCTION record_merchants();
CREATE TRIGGER merchants_update AFTER UPDATE ON merchants REFERENCING NEW TABLE AS changed EXECUTE FUNCTION record_merchants();
