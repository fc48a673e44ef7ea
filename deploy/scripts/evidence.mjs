// Proves that the evidence in deploy/docs/asvs.md exists: each `path` is a file or folder of the repository, and each
// `path: words` a file that contains the words. A requirement that is met, also in part, names some, or says "not used".
import { existsSync, readFileSync, statSync } from "node:fs";

const rows = readFileSync("deploy/docs/asvs.md", "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter((cells) => /^\d+\.\d/.test(cells[1] ?? ""));
const wrong = [];
let evidence = 0;
for (const [, number, requirement, how, cell] of rows) {
  const named = [...(cell ?? "").matchAll(/`([^`]+)`/g)].map(([, text]) => text.split(": "));
  const excused = /^not met|not used|^not accepted|^none|^only answers/.test(how) || /operator$/.test(how);
  if (named.length === 0 && !excused) wrong.push(`${number} ${requirement}: no evidence`);
  if (named.length > 0 && how.startsWith("not met:")) wrong.push(`${number}: not met, and yet evidence`);
  for (const [path, words] of named) {
    evidence += 1;
    if (!existsSync(path)) wrong.push(`${number}: there is no ${path}`);
    else if (words && (statSync(path).isDirectory() || !readFileSync(path, "utf8").includes(words)))
      wrong.push(`${number}: ${path} does not contain "${words}"`);
  }
}
for (const line of wrong) console.log(line);
const unmet = rows.filter(([, , , how]) => how.startsWith("not met")).length;
console.log(`${rows.length} rows, ${evidence} pieces of evidence, ${unmet} rows not met, ${wrong.length} wrong`);
process.exit(rows.length > 0 && wrong.length === 0 ? 0 : 1);
