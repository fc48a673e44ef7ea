import { createContext } from "react";
import type { Act } from "../../model/act";

/** Opens the dialog before an action on a row. It is outside the table: rotating a phone remounts all rows. */
export const OpenActDialog = createContext<(act: Act) => void>(() => {});
