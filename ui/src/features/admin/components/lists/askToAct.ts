import { createContext } from "react";
import type { Act } from "../../model/act";

/** Opens the question before an act on a row. It stands beside the table: turning a phone draws all rows anew. */
export const AskToAct = createContext<(act: Act) => void>(() => {});
