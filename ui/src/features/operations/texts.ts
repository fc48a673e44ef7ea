import { countOf, formatCount } from "@/lib/count";

export const texts = {
  title: "Operations",
  hint: "The views that the shop shows, the process managers that finish its work, and the log of all events, live. What you do here stands in the audit, with your name and your reason.",
  tabs: {
    views: "Views",
    parked: "Parked",
    managers: "Process managers",
    events: "Events",
    stream: "Step by step",
    why: "Why",
    story: "Story",
    person: "Person",
  },
  backups: {
    title: "Backups",
    backup: "Last backup",
    rehearsal: "Last rehearsal of a restore",
    never: "Never",
    backupDue: (once: boolean) =>
      `${once ? "It is older than a day." : "This shop was never backed up."} Write one with “greenstall backup FILE”.`,
    rehearsalDue: (once: boolean) =>
      `${once ? "It is older than three months." : "Nobody has tried a restore."} Restore a backup elsewhere, then note it with “greenstall rehearsed FILE”.`,
  },
  headAt: (position: number) => `The log ends at position ${formatCount(position)}.`,
  overviewFailed: "How things are could not be loaded",
  tryAgain: "Please try again in a moment.",
  reason: "Reason",
  reasonHint: "It stands in the audit, with your name.",
  reasonMissing: "Please give a reason.",
  typeName: (name: string) => `Type ${name} to confirm`,
  nameMissing: "Please type the name.",
  password: "Your current password",
  passwordMissing: "Please enter your password.",
  failed: "It could not be done",
  views: {
    caption: "Views",
    failed: "The views could not be loaded",
    none: "No views",
    columns: {
      state: "State",
      position: "Position",
      lag: "Behind",
      trend: "Last two minutes",
      parked: "Parked",
      rows: "Rows",
    },
    states: {
      serving: "Serving",
      building: "First build",
      paused: "Paused",
      failing: "Failing",
      stopped: "Stopped",
    },
    rebuilding: "Rebuilding",
    current: "Current",
    behind: (events: number, seconds: number | null) =>
      seconds === null
        ? countOf(events, "event")
        : `${countOf(events, "event")}, ${countOf(Math.round(seconds), "second")}`,
    trend: (name: string) => `How far ${name} was behind in the last two minutes`,
    trendNow: (events: number) => `now ${countOf(events, "event")}`,
    parkedOf: (count: number, name: string) => `${countOf(count, "stream")} parked by ${name}: show them`,
    generations: (name: string) => `Builds of ${name}`,
    generation: "Build",
    code: "Code version",
    builtAt: "Begun",
    kinds: { serving: "Serves", previous: "Before, for a roll-back", building: "Being filled" },
    details: "Builds",
  },
  rebuild: {
    progress: (name: string) => `Rebuild of ${name}`,
    unnoticed: "Shoppers notice nothing: the build that serves goes on serving.",
    done: (events: number, perSecond: number) =>
      `${countOf(events, "event")} applied, ${formatCount(Math.round(perSecond))} a second`,
    left: (seconds: number | null) =>
      seconds === null ? "" : seconds < 60 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`,
    waits: "It waits to be continued.",
    walk: (name: string) => `Steps of the rebuild of ${name}`,
    steps: { build: "Build", compare: "Compare", decide: "Look at the differences", serve: "Serve" },
    stepDone: "done",
    stepNow: "now",
  },
  review: {
    failed: "The differences could not be loaded",
    title: "Differences before the swap",
    hint: "What shoppers would see otherwise once the new build serves. Differences are often the reason for a rebuild.",
    comparedAt: (position: number) => `Both compared at position ${formatCount(position)}.`,
    same: "The new build has the same rows as the one that serves.",
    none: (count: number) => `${countOf(count, "more table")} without differences.`,
    rows: (served: number | null, built: number | null) =>
      served === null
        ? `A new table of ${countOf(built ?? 0, "row")}.`
        : built === null
          ? `${countOf(served, "row")} served; the new build has no such table.`
          : `${countOf(served, "row")} served, ${countOf(built, "row")} in the new build.`,
    counts: (changed: number, added: number, removed: number) =>
      [
        changed > 0 && `${formatCount(changed)} changed`,
        added > 0 && `${formatCount(added)} added`,
        removed > 0 && `${formatCount(removed)} removed`,
      ]
        .filter(Boolean)
        .join(", "),
    examples: (count: number) => countOf(count, "example"),
    row: { added: "Added", removed: "Removed", changed: "Changed" },
    columns: { field: "Field", before: "As it is served", after: "In the new build" },
    masked: "masked",
    nothing: "none",
    parked: (count: number) =>
      `${countOf(count, "stream")} ${count === 1 ? "is" : "are"} parked in what serves; the new build applied or skipped them.`,
  },
  acts: {
    review: {
      label: "Rebuild",
      title: (name: string) => `Rebuild ${name}?`,
      consequence:
        "A new build is filled from the first event on, beside the one that serves. When it is complete it shows how it differs, and waits for you to let it serve.",
      done: (name: string) => `${name} is being rebuilt`,
    },
    swap: {
      label: "Let it serve",
      title: (name: string) => `Let the new build of ${name} serve?`,
      consequence:
        "It catches up with the log and takes the place of the one that serves. The build before stays for a roll-back.",
      done: (name: string) => `The new build of ${name} takes over`,
    },
    pause: {
      label: "Pause",
      title: (name: string) => `Pause ${name}?`,
      consequence: "It goes on answering queries and stands still: what happens from now on is not in it.",
      done: (name: string) => `${name} is paused`,
    },
    resume: {
      label: "Resume",
      title: (name: string) => `Resume ${name}?`,
      consequence: "It catches up with the log and follows it again.",
      done: (name: string) => `${name} follows the log again`,
    },
    rollback: {
      label: "Roll back",
      title: (name: string) => `Roll ${name} back?`,
      consequence: "The build before serves again at once. It has followed the log all the time.",
      done: (name: string) => `${name} was rolled back`,
    },
    cancel: {
      label: "Cancel the rebuild",
      title: (name: string) => `Cancel the rebuild of ${name}?`,
      consequence: "The unfinished build is dropped. What serves goes on serving.",
      done: (name: string) => `The rebuild of ${name} was cancelled`,
    },
    retry: {
      label: "Retry",
      title: (name: string) => `Retry ${name}?`,
      consequence:
        "It is tried again at once, and so is what waits behind it. If it fails, it is parked again.",
      done: (name: string) => `${name} goes on`,
    },
    skip: {
      label: "Skip",
      title: (name: string) => `Skip ${name}?`,
      consequence:
        "This event is left out for good, and what waits behind it goes on. The event itself stays in the log.",
      done: (name: string) => `${name} was skipped`,
    },
    runNow: {
      label: "Run now",
      title: (name: string) => `Run ${name} now?`,
      consequence: "The step is done at once, whenever it is due. What keeps failing is parked in an hour.",
      done: (name: string) => `${name} is run now`,
    },
    skipStep: {
      label: "Skip",
      title: (name: string) => `Skip ${name}?`,
      consequence: "The step is never done. Who decided that stays written down.",
      done: (name: string) => `${name} was skipped`,
    },
  },
  settled: (amount: string) => `I have settled ${amount} in another way`,
  unsettled: {
    refund: (amount: string) =>
      `${amount} is due to the customer, and this step would pay it. Without it nobody does.`,
    capture: (amount: string) =>
      `${amount} was taken from the customer, and this step would place the orders. Without it nobody does.`,
  },
  settleFirst: "Please settle the money first.",
  parked: {
    failed: "What is parked could not be loaded",
    none: "Nothing is parked",
    noneHint: "Every view and every process manager could apply every event.",
    group: (count: number) => countOf(count, "stream"),
    more: "There are more errors than these. Settle some of them first.",
    hidden: (count: number) => `and ${countOf(count, "more stream")}`,
    waiting: (count: number, more: boolean) =>
      `${more ? "More than " : ""}${countOf(count, "event")} ${count === 1 && !more ? "waits" : "wait"} behind it`,
    since: (when: string, tries: number) => `Parked ${when}, tried ${countOf(tries, "time")}`,
    owner: { view: "View", manager: "Process manager" },
    caption: (error: string) => `Parked: ${error}`,
    unknownEvent: "An event that was not found",
    of: (owner: string, stream: string) => `${stream} of ${owner}`,
    dryRun: "Try without changing anything",
    dryRunOf: (name: string) => `Try ${name} without changing anything`,
    dryRunFailed: "It could not be tried",
    tried: {
      applied: (applied: number, waiting: number) =>
        waiting > 1
          ? `It would be applied, and ${countOf(applied - 1, "event")} behind it would follow. Nothing was changed.`
          : "It would be applied. Nothing was changed.",
      parked: (applied: number, version: number | null) =>
        applied > 0
          ? `${countOf(applied, "event")} would be applied; event ${version} would fail again:`
          : "It would fail again:",
      untried: "It was not tried:",
    },
  },
  managers: {
    failed: "The process managers could not be loaded",
    none: "No process managers",
    nobody: "No process runs them: nothing is done until one does.",
    runBy: (process: string, since: string) => `Run by ${process} since ${since}`,
    someProcess: "a process",
    states: { running: "Running", failing: "Failing", stopped: "Stopped" },
    follows: (category: string, position: number) =>
      `Follows ${category} streams, has read up to ${formatCount(position)}`,
    figures: (entries: number, overdue: number, failing: number, parked: number) =>
      [
        `${countOf(entries, "step")} noted`,
        overdue > 0 && `${overdue} overdue`,
        failing > 0 && `${failing} failing`,
        parked > 0 && `${parked} parked`,
      ]
        .filter(Boolean)
        .join(", "),
    caption: (name: string) => `Steps of ${name}`,
    columns: { step: "Step", due: "Due", tries: "Tries", money: "At stake", error: "Last error" },
    idle: "It has nothing to do.",
    shown: (shown: number, all: number) => `The first ${shown} of ${countOf(all, "step")}`,
    money: {
      refund: (amount: string) => `${amount} to be refunded`,
      capture: (amount: string) => `${amount} captured`,
    },
    parkedStep: "Parked",
    act: "Decide",
    leases: {
      title: "Leases",
      hint: "Each view and the process managers are written by one process at a time: the one that holds the lease.",
      caption: "Who writes what",
      columns: { name: "What", build: "Build", process: "Process", since: "Since" },
    },
  },
  events: {
    title: "Events",
    failed: "The events could not be loaded",
    none: "No events found",
    noneHint: "Nothing in the log fits what you look for.",
    follow: "Follow the log",
    pause: "Pause",
    news: (count: number) => (count === 0 ? "Nothing new so far" : countOf(count, "new event")),
    showNewest: "Start from the newest",
    older: "Look further back",
    lookedTo: (position: number) => `Looked back to position ${formatCount(position)}`,
    eventFailed: (position: number) => `There is no event at position ${position}, or it could not be loaded`,
    at: (position: number) => `Position ${formatCount(position)}`,
    payload: "Payload",
    masked: "masked",
    maskedAccount: (account: string) => `Personal data of the account ${account}`,
    maskedHint: (count: number) =>
      `${countOf(count, "personal value")} ${count === 1 ? "is" : "are"} masked, whoever looks.`,
    effects: "What it caused",
    story: "The whole story",
    previous: "The event before in its stream",
    next: "The event behind in its stream",
    related: (count: number, complete: boolean) =>
      `(${complete ? "" : "at least "}${countOf(count, "event")} of the same request)`,
    fields: {
      stream: "Stream",
      actor: "Made by",
      schema: "Schema version",
      id: "Event id",
      correlation: "Correlation",
      causation: "Caused by",
    },
    filters: {
      label: "Find events",
      stream: "Stream",
      type: "Type",
      correlation: "Correlation",
      from: "From",
      to: "To",
      show: "Show events",
      clear: "Clear",
      hints: { stream: "order-…", type: "OrderPlaced", correlation: "An id" },
    },
  },
  stream: {
    label: "Find a stream",
    stream: "Stream",
    hint: "order-0199c0de-…",
    show: "Show",
    none: "No stream chosen",
    noneHint: "Enter the name of a stream, or follow the link of an event.",
    failed: "The stream could not be loaded",
    failedHint: "There may be none of this name.",
    back: "Back",
    forth: "Forward",
    more: "Load more events",
    of: (version: number, last: number) => `Event ${version} of ${last}`,
    asOf: "As it was on",
    jump: "Jump there",
    before: (last: number) => `Before the first of ${countOf(last, "event")}`,
    notYet: "It did not exist yet",
    notYetHint: (began: string) =>
      `At that time this stream had no events. Its first one was recorded on ${began}.`,
    first: "Show the first event",
    payload: "What happened",
    changes: "What it changed",
    noChanges: "It changed nothing that decisions look at.",
    noState: "There is no state to look at for this kind of stream.",
    whole: "everything",
    state: "The state behind it",
  },
} as const;
