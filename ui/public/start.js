// Loads and starts the shop's code after the first paint of the prerendered page, which has the network and the
// processor to itself until then. The small answers about a signed-in user are fetched at once. `vite.config.ts`
// writes the names of the code's files into this script's element and marks their links with `data-start`.
(function () {
  var code = document.currentScript.dataset.code.split(" ");
  var LONGEST_WAIT_MS = 1000;
  var LONGEST_ANSWER_MS = 10000;
  var TRIES_AFTER_MS = [1000, 4000];
  var started = false;
  // Fetches the first answers for the code (`src/lib/earlyAnswers.ts`). The server lists the page's calls as links.
  function askEarly() {
    var headers = {};
    try {
      var token = localStorage.getItem("token");
      var after = sessionStorage.getItem("greenstall-position");
      if (!token) return;
      headers.Authorization = "Bearer " + token;
      if (after) headers["Greenstall-After"] = after;
    } catch {
      // Without storage there is no session.
      return;
    }
    var early = (window.earlyAnswers = {});
    function ask(call) {
      var answer = fetch(call, { headers: headers, signal: AbortSignal.timeout(LONGEST_ANSWER_MS) });
      // The code that uses the answer handles its failure.
      answer.catch(function () {});
      early[call] = { answer: answer, headers: headers, askedAt: performance.now() };
    }
    ask("/api/auth/me");
    // Skip calls that the account's role may not make (`firstPaint.js`).
    if (document.documentElement.dataset.signedIn === undefined) return;
    whenHeadIsRead(function () {
      document.querySelectorAll("link[data-own]").forEach(function (link) {
        ask(link.getAttribute("href"));
      });
    });
  }
  // A cached script runs before the parser reads the links below it. The body begins after them.
  function whenHeadIsRead(then) {
    if (document.body) return then();
    var observer = new MutationObserver(function () {
      if (!document.body) return;
      observer.disconnect();
      then();
    });
    observer.observe(document.documentElement, { childList: true });
  }
  function start() {
    if (started) return;
    started = true;
    fetchNext(Array.from(document.querySelectorAll("link[data-start]")));
    run(TRIES_AFTER_MS.slice());
  }
  // One link at a time: the browser takes a while to start each.
  function fetchNext(links) {
    var link = links.shift();
    if (!link) return;
    link.rel = link.dataset.start;
    // Timers are slow in a background tab, and nothing is visible there.
    if (document.hidden) fetchNext(links);
    else setTimeout(fetchNext, 0, links);
  }
  // Runs one file at a time, so that input is handled in between.
  function run(waits) {
    if (code.length === 0) return;
    import(code[0]).then(
      function () {
        code.shift();
        setTimeout(run, 0, TRIES_AFTER_MS.slice());
      },
      function () {
        // Some browsers remember a failed module until the page reloads.
        if (waits.length === 0) tellFailure();
        else setTimeout(run, waits.shift(), waits);
      },
    );
  }
  // Texts and styles of the shop's own notices.
  function tellFailure() {
    var notice = document.createElement("p");
    notice.setAttribute("role", "alert");
    notice.className =
      "flex flex-wrap items-center justify-center gap-3 bg-butter-soft p-3 text-center text-butter-ink";
    notice.textContent = "We could not reach the shop. Check your connection and try again. ";
    var retry = document.createElement("button");
    retry.type = "button";
    retry.className = "font-semibold underline";
    retry.textContent = "Retry";
    retry.addEventListener("click", reload);
    notice.append(retry);
    document.body.prepend(notice);
    addEventListener("online", reload);
  }
  // Reload only if the shop answers: the browser's error page has no way back.
  function reload() {
    fetch(location.href, { cache: "no-store" }).then(
      function (answer) {
        if (answer.ok) location.reload();
      },
      function () {},
    );
  }
  function afterNextFrame() {
    requestAnimationFrame(function () {
      setTimeout(start);
    });
  }
  function whenPictured() {
    var pictures = Array.from(document.querySelectorAll("#root img[fetchpriority]"));
    Promise.allSettled(
      pictures.map(function (picture) {
        return picture.decode();
      }),
    ).then(afterNextFrame);
    setTimeout(start, LONGEST_WAIT_MS);
  }
  // A background page is not painted, so there is no first view to wait for.
  if (document.hidden) start();
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", whenPictured);
  else whenPictured();
  try {
    askEarly();
  } catch {
    // The shop's code makes the call itself.
  }
})();
