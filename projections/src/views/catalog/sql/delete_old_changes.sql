-- Keeps the last hundred thousand changes. A query service that is further behind reads all products again.
DELETE FROM changes WHERE number <= (SELECT max(number) FROM changes) - 100000
