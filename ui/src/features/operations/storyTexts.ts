const things = (count: number, one: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : `${one}s`}`;
const at = (position: number) => position.toLocaleString("en-US");

export const texts = {
  label: "Find a story",
  of: "Correlation ID or position",
  hint: "0199c0de-… or 4090",
  show: "Show the story",
  none: "No story chosen",
  noneHint:
    "Enter the correlation ID of a request or the position of an event, or follow the link of an event.",
  failed: "The story could not be loaded",
  tryAgain: "Please try again in a moment.",
  notFoundHint: "The ID may be mistyped, or its events stand further back in the log.",
  further: "Look further back",
  title: "The story of a request",
  request: "Request",
  by: "Asked by",
  when: "When",
  events: "What happened",
  eventsHint: "What an event caused stands below it, moved to the right.",
  event: (type: string, position: number) => `${type} at ${at(position)}`,
  more: "There are more events than these 500.",
  looked: (from: number, to: number) =>
    `Looked at the log from position ${at(from)} to ${at(to)}. There may be more of this story outside.`,
  lookFurther: "Look at more of the log",
  whole: "The whole log was looked at.",
  filter: "In the list of events",
  views: "What shows it",
  viewsHint: "When a view applied an event is not kept. Its position tells whether it has.",
  noViews: "No view reads these events.",
  columns: { view: "View", state: "Has applied", position: "Position" },
  applied: (applied: number, reads: number) => `${applied} of ${things(reads, "event")}`,
  behind: (lag: number) => `not yet all: ${things(lag, "event")} behind the log`,
  parked: (count: number) => `${things(count, "event")} left out, because the stream is parked`,
  managers: "What process managers did because of it",
  managersHint: "Their events stand above. What they sent by mail is not in the log.",
  noManagers: "No process manager follows these events.",
  states: {
    done: "Nothing left to do",
    waiting: "Has something to do",
    failing: "Fails and tries again",
    parked: "Waits for a person",
    behind: "Has not read all of it yet",
  },
  made: (count: number) => `made ${things(count, "event")} of this story`,
  step: (step: string, due: string, tries: number) =>
    `${step}, due ${due}${tries > 0 ? `, tried ${things(tries, "time")}` : ""}`,
} as const;
