// Fails where a translated page would crash. A browser's translation moves bare texts into elements of its own; React then
// fails to insert an element before such a text, or to remove the text. The text needs an element around it, or must be the
// only child.
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";

/** Properties that are elements by their type. */
const NODES = new Set(["children", "contact"]);
/** What the names of texts, and of the functions that make them, look like. */
const TEXT_SOURCES = /^(texts|words|format\w*|\w+Text|\w+Of|String)$/;

const isElement = (node) =>
  ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node);

function contains(node, test) {
  return test(node) || ts.forEachChild(node, (child) => contains(child, test) || undefined) === true;
}

/** The values that a child may have: the branches of a condition. */
function* branchesOf(node) {
  if (ts.isParenthesizedExpression(node)) yield* branchesOf(node.expression);
  else if (ts.isConditionalExpression(node)) {
    yield* branchesOf(node.whenTrue);
    yield* branchesOf(node.whenFalse);
  } else if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  ) {
    yield* branchesOf(node.right);
  } else yield node;
}

const isConditional = (node) => {
  const inner = ts.isParenthesizedExpression(node) ? node.expression : node;
  return (
    ts.isConditionalExpression(inner) ||
    (ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
  );
};

/** The leftmost name of `texts.form.save` or `formatCount(3)`. */
function rootOf(node) {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node))
    return rootOf(node.expression);
  return ts.isIdentifier(node) ? node.text : "";
}
const isNothing = (node) =>
  node.kind === ts.SyntaxKind.NullKeyword ||
  node.kind === ts.SyntaxKind.FalseKeyword ||
  node.getText() === "undefined";
const isText = (node) =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || TEXT_SOURCES.test(rootOf(node));

/** `element`, `text`, `maybe-element` or `maybe-text`; null for comments and blanks. */
function kindOf(child) {
  if (ts.isJsxText(child)) return child.containsOnlyTriviaWhiteSpaces ? null : "text";
  if (isElement(child)) return "element";
  const { expression } = child;
  if (!expression) return null;
  const hasElement = contains(expression, isElement);
  if (isConditional(expression)) {
    const branches = [...branchesOf(expression)];
    // A text instead of another text changes in place.
    const always = ts.isConditionalExpression(expression) && !branches.some(isNothing);
    if (always && !hasElement) return "text";
    return branches.some(isText) ? "maybe-text" : "maybe-element";
  }
  if (hasElement) return "maybe-element";
  // `{" "}` and `{children}`
  if (ts.isStringLiteralLike(expression) && !expression.text.trim()) return null;
  if (ts.isCallExpression(expression) && !isText(expression)) return null;
  return ts.isIdentifier(expression) && NODES.has(expression.text) ? null : "text";
}

function* faultsIn(node) {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
    const children = node.children.map((child) => [child, kindOf(child)]).filter(([, kind]) => kind);
    for (const [index, [child, kind]] of children.entries()) {
      if (kind === "maybe-text" && children.length > 1) yield child;
      if (kind !== "maybe-element") continue;
      const next = children.slice(index + 1).find(([, other]) => other !== "maybe-element");
      if (next && next[1] !== "element") yield child;
    }
  }
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* faultsIn(child);
}

const offenders = [];
for (const name of readdirSync("src", { recursive: true })) {
  if (!name.endsWith(".tsx") || name.endsWith(".test.tsx")) continue;
  const text = readFileSync(`src/${name}`, "utf8");
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  for (const node of faultsIn(file)) {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    offenders.push(`src/${name}:${line + 1}: ${node.getText().replace(/\s+/g, " ").slice(0, 90)}`);
  }
}
if (offenders.length > 0) {
  process.stderr.write(
    `A translated page crashes here; put the text into an element:\n${offenders.join("\n")}\n`,
  );
  process.exit(1);
}
