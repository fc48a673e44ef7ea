-- `generation.rs` appends the condition.
SELECT generations.id, generations.view, generations.generation, code_version, generations.state, stage,
       generations.position, beyond_log, asked_by, held, reviewed_at
FROM projections.generations
