import type { EventHead } from "@/api/types";

/** Who made something happen, as the log knows them. */
export const actorOf = (actor: EventHead["actor"]): string =>
  actor.kind === "account" ? `${actor.role} ${actor.id}` : actor.name;
