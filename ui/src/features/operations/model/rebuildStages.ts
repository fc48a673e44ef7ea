import type { ViewReport } from "@/api/types";

export type Stage = "build" | "compare" | "decide" | "serve";

/** The stages of a rebuild, and the present one. */
export function stagesOf({
  held,
  reviewedAt,
  lag,
  running,
}: Pick<NonNullable<ViewReport["rebuild"]>, "held" | "reviewedAt" | "lag" | "running">): {
  stages: readonly Stage[];
  now: Stage;
} {
  // A build that takes over by itself has no review. A reviewed one has all stages.
  if (!held && reviewedAt === null) return { stages: ["build", "serve"], now: lag === 0 ? "serve" : "build" };
  const stages = ["build", "compare", "decide", "serve"] as const;
  if (!held) return { stages, now: "serve" };
  if (reviewedAt !== null) return { stages, now: "decide" };
  return { stages, now: lag === 0 && running ? "compare" : "build" };
}
