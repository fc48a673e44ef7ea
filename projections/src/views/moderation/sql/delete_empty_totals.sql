DELETE FROM totals WHERE products = 0
