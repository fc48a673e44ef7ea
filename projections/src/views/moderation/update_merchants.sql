UPDATE merchants
SET approval = decided.approval, approval_reason = decided.reason
FROM unnest($1::uuid[], $2::text[], $3::text[]) AS decided (merchant_id, approval, reason)
WHERE merchants.merchant_id = decided.merchant_id
