import type { NavLink } from "./nav";
import { texts } from "./texts";

/** Links shown in both the header and the mobile menu. */
export const MAIN_LINKS: NavLink[] = [{ label: texts.browse, to: "/products" }];
