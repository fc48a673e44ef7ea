import type { EventHead } from "@/api/types";

/** The actor of an event, as the log records it. */
export const actorOf = (actor: EventHead["actor"]): string =>
  actor.kind === "account" ? `${actor.role} ${actor.id}` : actor.name;
