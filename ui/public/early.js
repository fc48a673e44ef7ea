// Keeps what somebody does on the page that the server has sent, and does it on the living page that takes its place
// (`src/app/takeOver.ts`): what was typed, which buttons were pressed, where the focus was. `prerender.mjs` makes fields
// and buttons inert, for browsers without scripts.
(function () {
  var CONTROLS = "button, input, select, textarea";
  /** How long a press waits for a button that is not there yet, or not enabled. */
  var LONGEST_WAIT_MS = 5000;
  var root = document.getElementById("root");
  if (!root || !root.hasAttribute("data-sent")) return;
  var LISTENERS = { click: onClick, submit: onSubmit, input: onInput, focusin: onFocus, focusout: onBlur };
  var typed = [];
  var pressed = [];
  var focused = null;

  /** What an element is called. A button whose words depend on who looks at it has a name of its own. */
  function name(element) {
    if (element.name) return element.name;
    return [
      element.href,
      element.getAttribute("aria-label"),
      element.placeholder,
      element.textContent.trim(),
    ].join("|");
  }
  function alike(place) {
    return Array.from(root.querySelectorAll(place.tag)).filter(function (element) {
      return name(element) === place.name;
    });
  }
  /** Where an element is: its tag, what it is called, and which of those that are called so. */
  function placeOf(element) {
    var place = { tag: element.localName, name: name(element) };
    place.turn = alike(place).indexOf(element);
    return place;
  }
  function at(place) {
    return alike(place)[place.turn];
  }
  function keep(list, entry) {
    var same = list.findIndex(function (other) {
      return other.element === entry.element;
    });
    if (same >= 0) list.splice(same, 1);
    list.push(entry);
  }
  function isSwitch(element) {
    return element.type === "checkbox" || element.type === "radio";
  }

  function onClick(event) {
    var element = event.target.closest("button");
    if (!element) return;
    // Its form must not be sent: nothing on this page receives it.
    event.preventDefault();
    element.setAttribute("aria-busy", "true");
    keep(pressed, { element: element, place: placeOf(element), act: "click" });
  }
  function onSubmit(event) {
    event.preventDefault();
    // By the Enter key, in the field that has the focus.
    var field = document.activeElement;
    if (field.form === event.target) keep(pressed, { element: field, place: placeOf(field), act: "submit" });
  }
  function onInput(event) {
    keep(typed, { element: event.target, place: placeOf(event.target) });
  }
  function onFocus(event) {
    focused = { element: event.target, place: placeOf(event.target) };
  }
  function onBlur(event) {
    // A field that is taken out of the page loses the focus, too. Nobody has left it then.
    queueMicrotask(function () {
      if (event.target.isConnected && focused && focused.element === event.target) focused = null;
    });
  }

  /** Writes a value so that React notices: it replaces the setter of each field, and ignores what was written through that. */
  function write(element, before) {
    if (isSwitch(before)) {
      if (element.checked !== before.checked) element.click();
      return;
    }
    var setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value").set;
    setter.call(element, before.value);
    element.dispatchEvent(new Event(element.localName === "select" ? "change" : "input", { bubbles: true }));
  }
  function refocus() {
    var element = focused && at(focused.place);
    if (!element || document.activeElement !== document.body) return;
    element.focus({ preventScroll: true });
    var before = focused.element;
    // Only fields of text have a selection.
    if (typeof before.selectionStart === "number" && element.value === before.value) {
      element.setSelectionRange(before.selectionStart, before.selectionEnd);
    }
  }
  function act(entry) {
    var element = at(entry.place);
    if (!element || element.disabled || element.getAttribute("aria-disabled") === "true") return false;
    if (entry.act === "click") element.click();
    else element.form.requestSubmit();
    return true;
  }

  /** Presses in their order, each as soon as its button is there, until somebody does something else. */
  function actWhenPossible() {
    var observer = new MutationObserver(next);
    var timer = setTimeout(stop, LONGEST_WAIT_MS);
    function stop() {
      observer.disconnect();
      clearTimeout(timer);
      removeEventListener("pointerdown", stop, true);
      removeEventListener("keydown", stop, true);
    }
    function next() {
      while (pressed.length > 0 && act(pressed[0])) pressed.shift();
      if (pressed.length === 0) stop();
    }
    addEventListener("pointerdown", stop, true);
    addEventListener("keydown", stop, true);
    observer.observe(root, { subtree: true, childList: true, attributes: true });
    next();
  }
  function takeOver() {
    for (var type in LISTENERS) root.removeEventListener(type, LISTENERS[type]);
    typed.forEach(function (entry) {
      var element = at(entry.place);
      if (element) write(element, entry.element);
    });
    refocus();
    // After React has drawn what was typed.
    setTimeout(actWhenPossible);
  }

  for (var type in LISTENERS) root.addEventListener(type, LISTENERS[type]);
  if (root.contains(document.activeElement)) onFocus({ target: document.activeElement });
  new MutationObserver(function (_, observer) {
    if (root.hasAttribute("data-sent")) return;
    observer.disconnect();
    takeOver();
  }).observe(root, { attributes: true, attributeFilter: ["data-sent"] });
  root.querySelectorAll(CONTROLS).forEach(function (control) {
    control.removeAttribute("inert");
    if (control.localName !== "button") control.removeAttribute("aria-disabled");
  });
})();
