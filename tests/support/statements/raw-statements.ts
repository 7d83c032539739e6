import ts from "typescript"
import { isOwned, meaningOf, type Reading } from "./named-tables"

// Statements written as SQL, in a template or a string.

const keywords = new Set(
  "where on set inner left join order group limit using union cross natural indexed and".split(" "),
)
const fromList =
  /\b(?:from|join|update)\s+((?:\$\{\w+\}|\w+)(?:\s+(?:as\s+)?\w+)?(?:\s*,\s*(?:\$\{\w+\}|\w+)(?:\s+(?:as\s+)?\w+)?)*)/gi

/** Every table of a school in a text, with whether the text compares its `school_id` under the name it has there. */
export function tablesOfText(reading: Reading, node: ts.Node): { table: string; isScoped: boolean }[] {
  const text = `${node.getText()} ${insertedInto(reading, node)}`
  const sources = [...text.matchAll(fromList)].flatMap(([, list = ""]) => list.split(","))
  return sources.flatMap((source) => {
    const [first = "", ...rest] = source.trim().split(/\s+/)
    const named = /^\$\{(\w+)\}$/.exec(first)?.[1]
    if (named ? !isOwned(reading, named) : !Object.values(reading.owned).includes(first)) return []
    const alias = rest.find((word) => word.toLowerCase() !== "as" && !keywords.has(word.toLowerCase()))
    return [{ table: named ?? first, isScoped: comparesSchool(text, alias, named ?? first) }]
  })
}

/** Whether a text holds a statement, or a part of one, that names tables. */
export const isStatement = (node: ts.Node) =>
  (ts.isTemplateLiteral(node) || ts.isStringLiteral(node)) &&
  /\b(select|update|delete)\b[\s\S]*\b(from|set)\b|^`\s*(from|join)\b/i.test(node.getText())

/** What the constants and functions say that a text takes in. */
function insertedInto(reading: Reading, node: ts.Node): string {
  if (!ts.isTemplateExpression(node)) return ""
  return node.templateSpans
    .map(({ expression }) => (ts.isCallExpression(expression) ? expression.expression : expression).getText())
    .map((name) => meaningOf(reading, name, node)?.getText() ?? "")
    .join(" ")
}

function comparesSchool(text: string, alias: string | undefined, table: string): boolean {
  const key = alias ?? table
  if (new RegExp(`\\b${key}\\.school_id\\b|\\$\\{${key}\\.schoolId\\}`).test(text)) return true
  if (!alias && /(^|[^.\w])school_id\b/.test(text)) return true
  return new RegExp(`\\$\\{(own|ofSchool|joined)\\([^}]*\\b${key}\\b`).test(text)
}
