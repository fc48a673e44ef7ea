// Runs before the first paint and sets what only the browser knows: the chosen theme (`src/lib/theme.ts`), whether
// the user may see the page, whether they have a place, and a heading with their name (`src/lib/ownHeading.ts`). A
// separate file, because the Content-Security-Policy allows no inline script.
(function () {
  function read(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage can be blocked; treat it as empty.
      return null;
    }
  }
  var page = document.documentElement;
  var stored = read("theme");
  var dark = stored === "dark" || (stored !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  page.dataset.theme = dark ? "dark" : "light";
  var signedIn = read("token") !== null;
  if (signedIn && maySee(location.pathname)) page.dataset.signedIn = "";
  // The server fills in products from anywhere, which must not be shown to a user who has a place.
  if (signedIn || read("userZipCode") !== null || read("userLocation") !== null) page.dataset.placed = "";
  showHeading(signedIn && read("heading:" + location.pathname));
  // The browser's bars follow the system theme unless the user has chosen one.
  if (stored !== "dark" && stored !== "light") return;
  document.querySelectorAll("meta[data-bars]").forEach(function (meta) {
    meta.setAttribute("media", meta.dataset.bars === stored ? "all" : "not all");
  });
  // Whether the account's role has this page. The token names the role; only the server verifies it.
  function maySee(path) {
    var needed = /^\/(?:dashboard\/)?(admin)\b|^\/dashboard\/(merchant)\b/.exec(path);
    if (!needed) return true;
    try {
      var claims = read("token").split(".")[1].replace(/-/g, "+").replace(/_/g, "/");
      return JSON.parse(atob(claims)).role === (needed[1] || needed[2]);
    } catch {
      return false;
    }
  }
  // Fills the heading of the prerendered page as soon as the parser has added it.
  function showHeading(heading) {
    if (!heading) return;
    var observer = new MutationObserver(function () {
      var shown = document.querySelector("[data-sent] h1");
      if (!shown || !shown.nextSibling) return;
      observer.disconnect();
      shown.textContent = heading;
    });
    observer.observe(page, { childList: true, subtree: true });
    document.addEventListener("DOMContentLoaded", function () {
      observer.disconnect();
    });
  }
})();
