import { countOf, formatCount } from "@/lib/count";

// Texts about a person's data.

/** The number of orders listed; the others are counted. A number does not wrap at its hyphens. */
const MAX_LISTED = 5;
const listed = (numbers: readonly string[]) => {
  const first = numbers.slice(0, MAX_LISTED).map((number) => number.replaceAll("-", "\u2011"));
  const more = numbers.length - first.length;
  return `${first.join(", ")}${more > 0 ? ` and ${formatCount(more)} more` : ""}`;
};

export const texts = {
  label: "Find a person",
  who: "Email address or account ID",
  hint: "cora@example.com",
  show: "Show",
  none: "No person chosen",
  noneHint: "Enter an email address or an account ID. Forgotten people can only be found by account ID.",
  failed: "What the log holds could not be loaded",
  tryAgain: "Please try again.",
  notFoundHint: "Check the spelling. An address that was changed or forgotten leads nowhere.",
  forgotten: "Forgotten person",
  roles: { customer: "Customer", merchant: "Merchant", admin: "Admin" } as Record<string, string>,
  id: (id: string) => `Account ${id}`,
  account: "The account, step by step",
  audit: "What admins decided about it",
  reading: (upTo: number, head: number) =>
    `Reading the log: ${formatCount(upTo)} of ${countOf(head, "position")}`,
  progress: "How much of the log is read",
  log: {
    title: "What the log holds",
    caption: "Events about this person, by kind of stream",
    columns: { category: "Kind of stream", events: "Events", readable: "Can be read", erased: "Erased" },
    total: "All",
    hint: "Values of the person's own: names, addresses, what they wrote. Each is sealed with a key of theirs.",
  },
  summary: (events: number, readable: number) =>
    `${countOf(events, "event")} about this person, with ${countOf(readable, "value")} of their own.`,
  proof: {
    title: "Proof of the erasure",
    erased: (when: string) => `Forgotten on ${when}: the key is deleted and the account is closed.`,
    none: (erased: number) =>
      `The whole log was read: none of the ${countOf(erased, "value")} of their own can be read any more.`,
    some: (readable: number) =>
      `${countOf(readable, "value")} can still be read. Call the operators of the database.`,
    running: "The log is being read to see whether anything can still be read.",
  },
  goesTitle: "What goes",
  goes: [
    "Name, email address, phone number, addresses and password, everywhere and for good",
    "What they wrote: messages, reviews, notes",
    "Sessions, photos, mail that waits to be sent",
  ],
  goesMerchant: "The stall and its products are not shown any more",
  staysTitle: "What stays",
  stays: [
    "What was bought and sold, when and for how much, with “Deleted user” for the name",
    "Decisions in the audit, by the account's number",
    "In the log: when they logged in, and the names of browser and system",
    "Backups from before keep the key until they expire: “restore --erasures” forgets again",
  ],
  openOrders: (numbers: readonly string[]) =>
    `${countOf(numbers.length, "order")} not finished: ${listed(numbers)}.`,
  admin: "Admin accounts cannot be deleted here. An operator takes the role back first.",
  acts: {
    export: {
      label: "Export",
      title: (name: string) => `Export what the log holds about ${name}?`,
      consequence:
        "A file with every event about this person, readable; of others' data and of passwords nothing. Keep it safe.",
      done: (name: string) => `What the log holds about ${name} was exported`,
    },
    erase: {
      label: "Erase",
      title: (name: string) => `Erase ${name}?`,
      consequence: "What is personal can never be read again, by anybody. This cannot be undone.",
      done: (name: string) => `${name} is forgotten`,
    },
  },
  undelivered: (numbers: readonly string[]) =>
    `${numbers.length === 1 ? "Order" : "Orders"} ${listed(numbers)}: nobody will know where to bring ${numbers.length === 1 ? "it" : "them"}.`,
  paying: "A payment is under way, or an order was just placed: nobody will know where to bring it.",
  knowingly: "Erase although orders are not finished",
  knowinglyMissing: "Please confirm that orders are not finished.",
  file: (id: string) => `person-${id}.json`,
};
