import { afterEach, expect, it, vi } from "vitest";
import { saveAs } from "./saveAs";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("downloads a file, and keeps it for a minute", () => {
  vi.useFakeTimers();
  const revoked = vi.fn<(url: string) => void>();
  URL.createObjectURL = () => "blob:file";
  URL.revokeObjectURL = revoked;
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  saveAs(new Blob(["text"]), "file.txt");
  expect(click.mock.contexts[0]).toMatchObject({ href: "blob:file", download: "file.txt", target: "" });
  vi.advanceTimersByTime(59_999);
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(revoked).toHaveBeenCalledExactlyOnceWith("blob:file");
});
