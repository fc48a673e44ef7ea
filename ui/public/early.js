// Records typing, presses and the focus on the prerendered page, and repeats them on the live page that replaces it
// (`src/app/takeOver.ts`). `prerender.mjs` makes fields and buttons inert for browsers without scripts.
(function () {
  var CONTROLS = "button, input, select, textarea";
  /** How long a press waits for its button to appear or to be enabled. */
  var LONGEST_WAIT_MS = 5000;
  var root = document.getElementById("root");
  if (!root || !root.hasAttribute("data-sent")) return;
  var LISTENERS = { click: onClick, submit: onSubmit, input: onInput, focusin: onFocus, focusout: onBlur };
  var typed = [];
  var pressed = [];
  var focused = null;

  /** An element's identity. A button whose text depends on the user has a `name` attribute. */
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
  /** An element's position: its tag, its identity, and its index among elements of the same identity. */
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
    // Nothing on the prerendered page can receive the form.
    event.preventDefault();
    element.setAttribute("aria-busy", "true");
    keep(pressed, { element: element, place: placeOf(element), act: "click" });
  }
  function onSubmit(event) {
    event.preventDefault();
    // The Enter key submits from the field that has the focus.
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
    // Removing a field from the page blurs it as well; that does not count as leaving the field.
    queueMicrotask(function () {
      if (event.target.isConnected && focused && focused.element === event.target) focused = null;
    });
  }

  /**
   * Sets a value so that React notices it. React replaces each field's own setter and ignores values set through it.
   */
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
    // Only text fields have a selection.
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

  /** Repeats the presses in order, each when its button is ready, until the user does something else. */
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
    // Wait until React has drawn the typed text.
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
