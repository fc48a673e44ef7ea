// Prints "PASSED FAILED FLAKY" of a test report: JUnit XML (nextest), or the JSON of Vitest or Playwright. A flaky test
// failed at first and passed when it was retried; it counts as passed, too.
import { readFileSync } from "node:fs";

const text = readFileSync(process.argv[2], "utf8");
process.stdout.write(`${(text.startsWith("<") ? junit(text) : json(JSON.parse(text))).join(" ")}\n`);

function junit(xml) {
  const head = /<testsuites\b[^>]*>/.exec(xml)[0];
  const number = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(head)?.[1] ?? 0);
  const failed = number("failures") + number("errors");
  return [number("tests") - failed, failed, xml.match(/<flakyFailure\b/g)?.length ?? 0];
}

function json(report) {
  if (report.stats) return [report.stats.expected + report.stats.flaky, report.stats.unexpected, report.stats.flaky];
  // A test that failed at first and passed when it was retried keeps the messages of its failure.
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const flaky = tests.filter((test) => test.status === "passed" && test.failureMessages.length > 0).length;
  return [report.numPassedTests, report.numFailedTests, flaky];
}
