const MOST = 99;

/** A count as badges show it: "99+" above 99. */
export const badgeText = (count: number): string => (count > MOST ? `${MOST}+` : String(count));
