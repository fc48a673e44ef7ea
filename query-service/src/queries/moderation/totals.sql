SELECT (SELECT count(*) FROM read.moderation_merchants WHERE approval = 'pending') AS merchants,
       (SELECT count(*) FROM read.moderation_products WHERE waits_since IS NOT NULL) AS products,
       (SELECT count(*) FROM read.moderation_products
        WHERE certificate_waits_since IS NOT NULL AND is_organic) AS certificates,
       (SELECT count(*) FROM read.moderation_products) AS all_products
