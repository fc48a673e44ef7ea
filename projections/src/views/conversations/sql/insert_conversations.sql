INSERT INTO conversations (conversation_id, customer_id, merchant_id, product_id, product_name, product_price, subject,
                           messages, read_by_customer, read_by_merchant, answered, last_activity)
SELECT conversation_id, customer_id, merchant_id, product_id, product_name, product_price, subject, messages,
       read_by_customer, read_by_merchant, answered, last_activity
FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::bigint[], $7::text[], $8::bigint[],
            $9::bigint[], $10::bigint[], $11::boolean[], $12::timestamptz[])
    AS new (conversation_id, customer_id, merchant_id, product_id, product_name, product_price, subject, messages,
            read_by_customer, read_by_merchant, answered, last_activity)
