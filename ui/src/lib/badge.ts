const MOST = 99;

/** A badge's count: "99+" above 99. */
export const badgeText = (count: number): string => (count > MOST ? `${MOST}+` : String(count));
