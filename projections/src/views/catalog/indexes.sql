CREATE INDEX products_search ON products USING gin (search) WHERE visible;
-- A search with many hits looks among the popular products first. The query service knows these limits.
CREATE INDEX products_search_64 ON products USING gin (search) WHERE visible AND popularity >= 64;
CREATE INDEX products_search_256 ON products USING gin (search) WHERE visible AND popularity >= 256;
CREATE INDEX products_search_1024 ON products USING gin (search) WHERE visible AND popularity >= 1024;
CREATE INDEX products_search_4096 ON products USING gin (search) WHERE visible AND popularity >= 4096;
CREATE INDEX products_search_16384 ON products USING gin (search) WHERE visible AND popularity >= 16384;
CREATE INDEX products_newest ON products (listed_at DESC, product_id) WHERE visible;
CREATE INDEX products_of_category ON products (category, listed_at DESC, product_id) WHERE visible;
CREATE INDEX products_of_category_by_price ON products (category, price, listed_at DESC, product_id) WHERE visible;
CREATE INDEX products_of_merchant_by_category ON products (merchant_id, category) WHERE visible;
CREATE INDEX products_organic ON products (listed_at DESC, product_id) WHERE visible AND certified AND is_organic;
CREATE INDEX products_by_price ON products (price, listed_at DESC, product_id) WHERE visible;
CREATE INDEX products_by_name ON products (sort_name, listed_at DESC, product_id) WHERE visible;
CREATE INDEX products_by_rating ON products (rating_average DESC, listed_at DESC, product_id) WHERE visible;
CREATE INDEX products_popular ON products (views DESC, rating_average DESC, listed_at DESC, product_id) WHERE visible;
CREATE INDEX products_featured ON products (views DESC, rating_average DESC, listed_at DESC, product_id)
    WHERE visible AND featured;
CREATE INDEX merchants_by_place ON merchants (latitude, longitude) WHERE visible;
CREATE INDEX merchants_search ON merchants USING gin (search) WHERE visible;
