// Fetches and starts the shop's code once the page that the server has sent is on the screen: until then the network and the
// processor belong to what is seen first. `vite.config.ts` writes the code's files into this script's element, and
// marks the links to what it needs with `data-start`.
(function () {
  var code = document.currentScript.dataset.code.split(" ");
  var LONGEST_WAIT_MS = 1000;
  var started = false;
  function start() {
    if (started) return;
    started = true;
    document.querySelectorAll("link[data-start]").forEach(function (link) {
      link.rel = link.dataset.start;
    });
    run();
  }
  // One file after the other, with room between them for what somebody does.
  function run() {
    var next = code.shift();
    if (!next) return;
    import(next).then(function () {
      setTimeout(run);
    });
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
})();
