SELECT page.product_id, page.place, concat_ws(' ', p.row_generation, p.row_version, m.row_version, s.row_version) AS version
FROM page
JOIN read.catalog_products p USING (product_id)
JOIN read.catalog_merchants m USING (merchant_id)
LEFT JOIN read.catalog_stock s USING (product_id)
ORDER BY page.number
