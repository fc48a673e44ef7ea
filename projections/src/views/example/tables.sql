CREATE TABLE totals (verdict text PRIMARY KEY, products bigint NOT NULL);
