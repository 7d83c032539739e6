import ts from "typescript"

// Where a string is in the syntax tree, and so whether a person reads it.

/** "shown": certainly on a screen. "possible": a value that may come to a screen. "technical": for programs only. */
export type TextPlace = "shown" | "possible" | "technical"

/** Attributes and properties that a person reads. */
const shownNames =
  /^(aria-label|aria-description|aria-roledescription|aria-valuetext|aria-placeholder|alt|title|label|hint|placeholder|heading|legend|caption|description|summary)$/

/** Attributes whose strings are for the browser or the code. */
const technicalAttributes =
  /^(className|\w+Class|href|to|name|id|key|type|method|action|rel|role|htmlFor|form|formAction|formMethod|encType|target|src|srcSet|autoComplete|autoCapitalize|inputMode|enterKeyHint|pattern|d|fill|stroke|viewBox|transform|as|media|sizes|lang|dir|kind|tone|variant|icon|shape|size|width|height|scope|headers|list|accept|property|httpEquiv|charSet|nonce|prefetch|preserveAspectRatio|points|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|dx|dy|slot|style|wrap|loading|decoding|fetchPriority|crossOrigin|color|at|intent|field|param|path|area|tag|textAnchor|strokeLinecap|strokeLinejoin|strokeWidth|dominantBaseline|data-(?!l$|waiting$).*|aria-.*)$/

/** Properties, variables and parameters whose strings are for the code. */
const technicalNames =
  /^(className|\w*Class(es)?|href|to|rel|type|httpEquiv|sql|query|selector|also\w*|operation|timeZone|currency|locale|encoding|method|intent|kind|contentType|mime\w*|policy|headers|cookie|keywords|synonyms|\w*(Url|Path|Pattern|Query|Sql|Selector|Script|Style|Policy|Key|Fonts?))$/

/** Calls whose strings are read by developers, programs or the database. */
const technicalCalls =
  /^(Error|\w+Error|URL|RegExp|URLSearchParams|require|import|sql|raw|log|warn|error|info|debug|fetch|get|set|has|header|setHeader|querySelector|querySelectorAll|closest|matches|addEventListener|removeEventListener|prepare|exec|pragma|split|replaceAll|replace|startsWith|endsWith|includes|indexOf|match|test|createElement|getAttribute|setAttribute|matchMedia|classes|clsx|classNames|getElementById|createHash|createHmac|hashPassword|toString|dispatchEvent|Event|CustomEvent|DateTimeFormat|NumberFormat|PluralRules|ListFormat|RelativeTimeFormat|spawn|execFile|font|registerFont|fromRaw|lower|like|setTimeZone|glob)$/

/** Methods of a string that make a list or a test of it. */
const wordListMethods = /^(split|includes|indexOf|match|matchAll|search|toLowerCase|startsWith)$/

const calledName = (call: ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression): string => {
  const callee = ts.isTaggedTemplateExpression(call) ? call.tag : call.expression
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText()
}

const named = (name: string): TextPlace => {
  if (shownNames.test(name)) return "shown"
  return technicalNames.test(name) ? "technical" : "possible"
}

/** What this step up the tree says, or null when the next step decides. */
function verdict(place: ts.Node, parent: ts.Node): TextPlace | null {
  if (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isTypeNode(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isComputedPropertyName(parent) ||
    ts.isExpressionStatement(parent)
  )
    return "technical"
  if (ts.isCaseClause(parent)) return parent.expression === place ? "technical" : "possible"
  if (ts.isBinaryExpression(parent)) {
    const operator = parent.operatorToken.getText()
    if (/^([!=]==?|in|[<>]=?)$/.test(operator)) return "technical"
    if (operator !== "=") return null
    return ts.isPropertyAccessExpression(parent.left) ? named(parent.left.name.text) : "possible"
  }
  if (ts.isPropertyAssignment(parent)) {
    if (parent.name === place) return "technical"
    const verdictOfName = named(parent.name.getText().replace(/["']/g, ""))
    return verdictOfName === "possible" ? null : verdictOfName
  }
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent))
    return named(parent.name.getText())
  if (ts.isPropertyAccessExpression(parent)) {
    const isWordList = wordListMethods.test(parent.name.text) && !/[A-Z]|\bone two\b/.test(place.getText())
    return isWordList ? "technical" : null
  }
  if (ts.isTaggedTemplateExpression(parent))
    return technicalCalls.test(calledName(parent)) ? "technical" : "possible"
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    if (parent.expression === place) return null
    return technicalCalls.test(calledName(parent)) ? "technical" : "possible"
  }
  if (ts.isJsxAttribute(parent)) {
    const name = parent.name.getText()
    if (shownNames.test(name)) return "shown"
    return technicalAttributes.test(name) ? "technical" : "possible"
  }
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? null : "shown"
  if (ts.isFunctionLike(parent)) return "possible"
  return null
}

/** What a reader sees of the string at this node. */
export function placeOf(node: ts.Node): TextPlace {
  for (let place = node; place.parent; place = place.parent) {
    const said = verdict(place, place.parent)
    if (said) return said
  }
  return "possible"
}
