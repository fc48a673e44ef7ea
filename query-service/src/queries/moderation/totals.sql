SELECT (SELECT count(*) FROM read.moderation_merchants WHERE approval = 'pending') AS merchants,
       (SELECT count(*) FROM read.moderation_products WHERE approval IN ('pending', 'resubmitted')) AS products,
       (SELECT count(*) FROM read.moderation_products) AS all_products
