const MAX_SHOWN = 99;

/** A badge's count: "99+" above 99. */
export const badgeText = (count: number): string => (count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count));
