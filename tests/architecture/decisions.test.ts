import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import ts from "typescript"
import { expect, test } from "vitest"

// A screen decides by a kind, a tone or a flag, never by what it shows: a text that is edited or translated must not
// change what happens. Found on the syntax tree: a text in quotes that is compared with, or searched for.

/** What looks like a text and is none, by file. */
const exceptions: Record<string, readonly string[]> = {
  // The specification names this message beside the status.
  "query-client.tsx": ["Authentication required"],
  // Names of the form's own fields begin with this.
  "new-invoice-form.tsx": ["line"],
  // Parts of a person that a column of a list can hold, as headings name them, and headings of other programs' files.
  "roster-fields.ts": [
    "Name",
    "LastName",
    "Email",
    "Phone",
    "appointment price",
    "appointment id",
    "guardian",
  ],
  // What a heading in another language is read as.
  "roster-synonyms.ts": ["full name"],
  // Facts in the activity carry their unit at the end of their name.
  "event-facts.ts": ["Minor", "At"],
}

/** Keys of a keyboard are compared with `event.key`. */
const isKeyboard = (node: ts.Node) => ts.isPropertyAccessExpression(node) && node.name.text === "key"

/** Something a person reads: more words than one, or one with an initial capital. */
const isDisplayed = (text: string) => /^[A-Z][a-z]/.test(text) || /[a-z,.!?] \S|\S [a-z]/.test(text)
/** At the beginning or the end of a text also one small word gives it away. */
const isWord = (text: string) => /^[a-z]{2,}$/i.test(text)

const equals = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
])
const searches = new Set(["includes", "indexOf", "lastIndexOf", "search", "match", "test", "has"])
const ends = new Set(["startsWith", "endsWith"])

const textOf = (node: ts.Node | undefined): string | undefined => {
  if (!node) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isBinaryExpression(node)) return textOf(node.left)
  return ts.isTemplateExpression(node) ? node.head.text : undefined
}

/** The texts that a file decides by. */
function decidedBy(path: string, source: string): string[] {
  const found: string[] = []
  const take = (text: string | undefined, isText = isDisplayed) => {
    if (text !== undefined && isText(text)) found.push(text)
  }
  const look = (node: ts.Node) => {
    if (ts.isBinaryExpression(node) && equals.has(node.operatorToken.kind)) {
      if (!isKeyboard(node.left)) take(textOf(node.right))
      if (!isKeyboard(node.right)) take(textOf(node.left))
    }
    if (ts.isSwitchStatement(node) && !isKeyboard(node.expression))
      for (const clause of node.caseBlock.clauses)
        if (ts.isCaseClause(clause)) take(textOf(clause.expression))
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name } = node.expression
      if (searches.has(name.text)) take(textOf(node.arguments[0]))
      if (ends.has(name.text)) take(textOf(node.arguments[0]), (text) => isDisplayed(text) || isWord(text))
    }
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile(path, source, ts.ScriptTarget.ES2022))
  return found
}

test("what decides by a text is found, and what decides by a kind is not", () => {
  const found = (source: string) => decidedBy("app/components/example.tsx", source)
  expect(found('due.endsWith("overdue")')).toEqual(["overdue"])
  expect(found('words.rule.startsWith("It is late")')).toEqual(["It is late"])
  expect(found('words === "Open" ? "btn" : "link"')).toEqual(["Open"])
  expect(found('if ("No lessons." !== silence) f()')).toEqual(["No lessons."])
  expect(found('error.message.includes("went wrong")')).toEqual(["went wrong"])
  expect(found('switch (label) { case "All my students": f() }')).toEqual(["All my students"])
  expect(found("label.startsWith(`Students of ` + name)")).toEqual(["Students of "])
  expect(found('state === "part-paid" || method === "POST" || status === "COMPLETED"')).toEqual([])
  expect(found('event.key === "Enter" && type.startsWith("image/") && kinds.includes("draft")')).toEqual([])
  expect(found('switch (event.key) { case "ArrowDown": f() }')).toEqual([])
})

test("no screen and no model decides by the text that people read", () => {
  const files = ["app/components", "app/routes", "app/models", "app/texts"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
    )
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  expect(files.length).toBeGreaterThan(800)
  const found = files.flatMap((path) =>
    decidedBy(path, readFileSync(path, "utf8")).map((text) => ({ path, file: basename(path), text })),
  )
  expect(found.filter(({ file, text }) => !exceptions[file]?.includes(text))).toEqual([])
  const unneeded = Object.entries(exceptions).flatMap(([file, texts]) =>
    texts.filter((text) => !found.some((each) => each.file === file && each.text === text)),
  )
  expect(unneeded).toEqual([])
})
