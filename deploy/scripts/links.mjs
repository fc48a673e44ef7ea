// Proves that every relative link in the repository's Markdown leads to a file, and every `#anchor` to a heading of it.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const pages = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"], { encoding: "utf8" })
  .split("\0")
  .filter((path) => path && existsSync(path));

/** The text outside of code. */
const prose = (path) =>
  readFileSync(path, "utf8").replace(/^```.*?^```/gms, "").replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ""));

/** The anchors of a page, by GitHub's rules. */
function anchorsOf(path) {
  const seen = new Map();
  return new Set(
    [...prose(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
      const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
      const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");
      const times = seen.get(anchor) ?? 0;
      seen.set(anchor, times + 1);
      return times === 0 ? anchor : `${anchor}-${times}`;
    }),
  );
}

let links = 0;
const wrong = [];
for (const page of pages) {
  const targets = [
    ...prose(page).matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g),
    ...prose(page).matchAll(/<(?:img|a)\b[^>]*?\b(?:src|href)="([^"]+)"/g),
  ];
  for (const [, target] of targets) {
    if (/^[a-z]+:/i.test(target)) continue;
    links += 1;
    const [path, anchor] = target.split("#");
    const file = path === "" ? page : join(dirname(page), decodeURIComponent(path));
    if (!existsSync(file)) wrong.push(`${page}: ${target} leads nowhere`);
    else if (anchor && file.endsWith(".md") && !anchorsOf(file).has(anchor)) wrong.push(`${page}: ${target} names no heading`);
  }
}
for (const line of wrong) console.log(line);
console.log(`${pages.length} pages, ${links} links, ${wrong.length} wrong`);
process.exit(pages.length > 0 && wrong.length === 0 ? 0 : 1);
