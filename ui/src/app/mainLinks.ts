import type { NavLink } from "./nav";
import { texts } from "./texts";

/** Always in the header and the mobile menu. */
export const MAIN_LINKS: NavLink[] = [{ label: texts.browse, to: "/products" }];
