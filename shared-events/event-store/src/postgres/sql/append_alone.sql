SELECT version, "position" FROM event_store.append_alone($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
