import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"

// Every text a person can read, taken from the syntax trees of the app: what JSX shows, labels, messages, mails, help.

export type VisibleText = { file: string; line: number; text: string }

/** Attributes whose strings are for the browser or the code, not for a reader. */
const technicalAttributes =
  /^(className|href|to|name|id|key|type|method|action|rel|role|htmlFor|form|formAction|formMethod|encType|target|src|srcSet|autoComplete|autoCapitalize|inputMode|enterKeyHint|pattern|d|fill|stroke|viewBox|transform|as|media|sizes|lang|dir|kind|tone|variant|icon|shape|size|width|height|scope|headers|list|accept|property|httpEquiv|charSet|nonce|prefetch|preserveAspectRatio|points|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|dx|dy|slot|style|wrap|loading|decoding|fetchPriority|crossOrigin|color|at|intent|field|param|path|area|tag|textAnchor|strokeLinecap|strokeLinejoin|strokeWidth|dominantBaseline|data-.*|aria-(labelledby|describedby|controls|current|live|hidden|haspopup|autocomplete|owns|activedescendant|sort|expanded|busy|orientation))$/

/** Calls whose strings are read by developers, programs or the database. */
const technicalCalls =
  /^(Error|TypeError|RangeError|URL|RegExp|Set|Map|URLSearchParams|require|import|sql|raw|log|warn|error|info|debug|fetch|get|set|has|delete|append|header|setHeader|querySelector|querySelectorAll|closest|matches|addEventListener|removeEventListener|prepare|exec|pragma|run|all|join|split|replace|replaceAll|startsWith|endsWith|includes|indexOf|match|test|createElement|getAttribute|setAttribute|matchMedia|alias|index|unique|uniqueIndex|check|text|integer|blob|classes|clsx|classNames|route|describe|literal|getElementById|createHash|createHmac|randomBytes|toString|from|route|layout|prefix|dispatchEvent|Event|CustomEvent|formData|useFetcher|useRouteLoaderData|DateTimeFormat|NumberFormat|PluralRules|ListFormat|RelativeTimeFormat|spawn|execFile)$/

const isProse = (text: string): boolean =>
  /[A-Za-z]{2}/.test(text) &&
  !/^[a-z0-9_./:#?&=@%{}…-]+$/.test(text) &&
  !/^[A-Z0-9_-]+$/.test(text) &&
  !/^(https?:|\/|\.\/|~\/|data:|image\/|text\/|application\/)/.test(text) &&
  !/^(SELECT|INSERT|UPDATE|DELETE|PRAGMA|CREATE|WITH|BEGIN|COMMIT|ROLLBACK)\b/.test(text) &&
  !/^[A-Z][a-z]+(-[A-Z][A-Za-z]+)+$/.test(text) &&
  !/^[a-z]+([A-Z][a-z0-9]*)+$/.test(text) &&
  !/^[a-z0-9 :_./[\]()!{}…-]+-[a-z0-9 :_./[\]()!{}…-]+$/.test(text)

const calledName = (call: ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression): string => {
  const callee = ts.isTaggedTemplateExpression(call) ? call.tag : call.expression
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText()
}

/** Whether the string's place in the tree is one that only programs read. */
function isTechnicalPlace(node: ts.Node): boolean {
  for (let place: ts.Node = node; place.parent; place = place.parent) {
    const { parent } = place
    if (
      ts.isImportDeclaration(parent) ||
      ts.isExportDeclaration(parent) ||
      ts.isLiteralTypeNode(parent) ||
      ts.isElementAccessExpression(parent) ||
      ts.isCaseClause(parent) ||
      (ts.isPropertyAssignment(parent) && parent.name === place) ||
      (ts.isBinaryExpression(parent) && /^[!=]==?$|^in$/.test(parent.operatorToken.getText()))
    )
      return true
    if (ts.isJsxAttribute(parent)) return technicalAttributes.test(parent.name.getText())
    if (ts.isTaggedTemplateExpression(parent)) return technicalCalls.test(calledName(parent))
    if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== place)
      return technicalCalls.test(calledName(parent))
    if (ts.isPropertyAssignment(parent) && /^(className|href|to|rel|type|sql)$/.test(parent.name.getText()))
      return true
    if (ts.isFunctionLike(parent) || ts.isJsxElement(parent) || ts.isJsxFragment(parent)) return false
  }
  return false
}

const templateText = (node: ts.TemplateExpression): string =>
  node.head.text + node.templateSpans.map((span) => `{…}${span.literal.text}`).join("")

/** The words of an element, with {…} for what is filled in; an element inside is read by itself. */
function jsxText(children: ts.NodeArray<ts.JsxChild>): string {
  return children
    .map((child) => {
      if (ts.isJsxText(child)) return child.text.replace(/\s+/g, " ")
      if (!ts.isJsxExpression(child)) return "{…}"
      const inner = child.expression
      if (inner && ts.isStringLiteralLike(inner)) return inner.text
      return inner ? "{…}" : ""
    })
    .join("")
    .trim()
}

function textsOf(file: string): VisibleText[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true)
  const found: VisibleText[] = []
  const add = (node: ts.Node, text: string) => {
    if (!isProse(text)) return
    found.push({ file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      if (node.children.some((child) => ts.isJsxText(child) && child.text.trim() !== "")) {
        add(node.children[0] ?? node, jsxText(node.children))
      }
    } else if (ts.isStringLiteralLike(node) && !isTechnicalPlace(node)) add(node, node.text)
    else if (ts.isTemplateExpression(node) && !isTechnicalPlace(node)) add(node, templateText(node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const linesOf = (file: string): VisibleText[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text, at) => (isProse(text) ? [{ file, line: at + 1, text }] : []))

/** Every visible text of the app in the order of its files. */
export function listVisibleTexts(): VisibleText[] {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((path) => join("app", path))
    .sort()
  const code = files.filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file))
  const articles = files.filter((file) => file.endsWith(".md"))
  return [...code.flatMap(textsOf), ...articles.flatMap(linesOf)]
}
