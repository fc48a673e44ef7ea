const counts = new Intl.NumberFormat("en-US");

/** 10000 → "10,000". */
export const formatCount = (count: number): string => counts.format(count);
