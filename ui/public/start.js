// Fetches and starts the shop's code once the page that the server has sent is on the screen: until then the network and the
// processor belong to what is seen first. The data of a signed-in person is asked for at once: the answers are small.
// `vite.config.ts` writes the code's files into this script's element, and marks the links to what it needs with
// `data-start`.
(function () {
  var code = document.currentScript.dataset.code.split(" ");
  var LONGEST_WAIT_MS = 1000;
  var LONGEST_ANSWER_MS = 10000;
  var TRIES_AFTER_MS = [1000, 4000];
  var started = false;
  // The code takes the answers over (`src/lib/earlyAnswers.ts`). The server names the page's calls in links.
  function askEarly() {
    var headers = {};
    try {
      var token = localStorage.getItem("token");
      var after = sessionStorage.getItem("greenstall-position");
      if (!token) return;
      headers.Authorization = "Bearer " + token;
      if (after) headers["Greenstall-After"] = after;
    } catch {
      // Without storage nobody is signed in.
      return;
    }
    var early = (window.earlyAnswers = {});
    function ask(call) {
      var answer = fetch(call, { headers: headers, signal: AbortSignal.timeout(LONGEST_ANSWER_MS) });
      // Whoever takes it over hears of a failure.
      answer.catch(function () {});
      early[call] = { answer: answer, headers: headers, askedAt: performance.now() };
    }
    ask("/api/auth/me");
    // Not what the account's role does not have (`firstPaint.js`).
    if (document.documentElement.dataset.signedIn === undefined) return;
    whenHeadIsRead(function () {
      document.querySelectorAll("link[data-own]").forEach(function (link) {
        ask(link.getAttribute("href"));
      });
    });
  }
  // A script from the cache runs before the links that follow it are read. The body begins after them.
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
  // One link after the other: a browser takes its time to begin with each.
  function fetchNext(links) {
    var link = links.shift();
    if (!link) return;
    link.rel = link.dataset.start;
    // In the background timers are slow, and nobody waits.
    if (document.hidden) fetchNext(links);
    else setTimeout(fetchNext, 0, links);
  }
  // One file after the other, with room between them for what somebody does.
  function run(waits) {
    if (code.length === 0) return;
    import(code[0]).then(
      function () {
        code.shift();
        setTimeout(run, 0, TRIES_AFTER_MS.slice());
      },
      function () {
        // Some browsers remember that a file could not be fetched until the page is loaded anew.
        if (waits.length === 0) tellFailure();
        else setTimeout(run, waits.shift(), waits);
      },
    );
  }
  // The words and the looks are those of the shop's own notices.
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
  // Only if the shop answers: the browser's own error page has no way back.
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
  // A page in the background is not painted: nobody waits for its first view.
  if (document.hidden) start();
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", whenPictured);
  else whenPictured();
  try {
    askEarly();
  } catch {
    // The shop's code asks itself.
  }
})();
