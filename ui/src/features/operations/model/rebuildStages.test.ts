import { expect, it } from "vitest";
import { stagesOf } from "./rebuildStages";

const build = { held: true, reviewedAt: null, lag: 5, running: true };

it("shows all stages of a build that waits for a review", () => {
  expect(stagesOf(build).now).toBe("build");
  expect(stagesOf({ ...build, lag: 0 }).now).toBe("compare");
  expect(stagesOf({ ...build, reviewedAt: "2026-11-21T09:00:00Z" }).now).toBe("decide");
  expect(stagesOf({ ...build, held: false, reviewedAt: "2026-11-21T09:00:00Z" }).now).toBe("serve");
});

it("omits the review of a build that takes over by itself", () => {
  const { stages, now } = stagesOf({ ...build, held: false });
  expect(stages).toEqual(["build", "serve"]);
  expect(now).toBe("build");
  expect(stagesOf({ ...build, held: false, lag: 0 }).now).toBe("serve");
});
