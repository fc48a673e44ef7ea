// Runs before the first paint, so that no page flashes in the wrong theme. A file of its own because the
// Content-Security-Policy allows no inline script. `src/lib/theme.ts` writes the same key.
(function () {
  var stored = null;
  var placed = false;
  try {
    stored = localStorage.getItem("theme");
    placed = ["userZipCode", "userLocation", "token"].some((key) => localStorage.getItem(key) !== null);
  } catch {
    // Storage can be blocked; the system's choice is used then.
  }
  var dark = stored === "dark" || (stored !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  // The server shows what is for sale anywhere: not to somebody who has a place.
  if (placed) document.documentElement.dataset.placed = "";
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  // The browser's bars follow the system unless somebody has chosen.
  if (stored !== "dark" && stored !== "light") return;
  document.querySelectorAll("meta[data-bars]").forEach(function (meta) {
    meta.setAttribute("media", meta.dataset.bars === stored ? "all" : "not all");
  });
})();
