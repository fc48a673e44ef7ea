// Fails when a component contains visible text: it belongs in the texts.ts of its folder.
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";

/** Properties whose strings are visible or read aloud. Others (`className`, `to`, `autoComplete`) are not. */
const VISIBLE_PROPERTIES =
  /^(aria-label|aria-description|alt|placeholder|title|label|hint|legend|caption|heading|header|text|what|description|confirmLabel|cancelLabel|busyLabel|failedTitle|failed|blockedBecause|message|error)$/;
const WORD = /\p{L}{2,}/u;
/** Two words, or one word that looks like a sentence. */
const SENTENCE = /\p{L}[\p{L}'’]*[,:;.!?]?\s+\p{L}|^\p{Lu}\p{Ll}+[.!?…]?$/u;
const TEXT_FUNCTIONS = /^(toast\.\w+|messageOf)$/;
const EQUALITY = /^[!=]==?$/;

const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

/** The literal text of a string or a template, without its placeholders. */
const wordsOf = (node) =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(" ")
    : node.text;

/** The property or attribute that receives a string; "children" for page content. */
function targetOf(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isBinaryExpression(at) && EQUALITY.test(at.operatorToken.getText())) return null;
    if (ts.isElementAccessExpression(at)) return null;
    if (ts.isJsxAttribute(at) || ts.isPropertyAssignment(at)) return at.name.getText();
    if (ts.isJsxExpression(at) && !ts.isJsxAttribute(at.parent)) return "children";
    if (ts.isCallExpression(at) || ts.isBlock(at) || ts.isJsxElement(at)) return null;
  }
  return null;
}

function* wordsIn(node) {
  if (ts.isJsxText(node) && WORD.test(node.text)) yield [node, node.text];
  if (isText(node)) {
    const target = targetOf(node) ?? "";
    if ((VISIBLE_PROPERTIES.test(target) || target === "children") && WORD.test(wordsOf(node)))
      yield [node, wordsOf(node)];
  }
  if (ts.isCallExpression(node) && TEXT_FUNCTIONS.test(node.expression.getText())) {
    for (const argument of node.arguments) {
      if (isText(argument) && SENTENCE.test(wordsOf(argument))) yield [argument, wordsOf(argument)];
    }
  }
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* wordsIn(child);
}

const offenders = [];
for (const name of readdirSync("src", { recursive: true })) {
  if (!name.endsWith(".tsx") || name.endsWith(".test.tsx")) continue;
  const text = readFileSync(`src/${name}`, "utf8");
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  for (const [node, words] of wordsIn(file)) {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    offenders.push(`src/${name}:${line + 1}: ${words.trim().replace(/\s+/g, " ")}`);
  }
}
if (offenders.length > 0) {
  process.stderr.write(`Words outside of texts.ts:\n${offenders.join("\n")}\n`);
  process.exitCode = 1;
}
