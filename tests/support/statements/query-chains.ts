import { basename } from "node:path"
import ts from "typescript"

// A statement of drizzle as a chain of calls, and where it is said.

export type Method = ts.CallExpression & { expression: ts.PropertyAccessExpression }
export const isMethod = (node: ts.Node): node is Method =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
export const methodOf = (call: Method) => call.expression.name.text

const joins = new Set(["innerJoin", "leftJoin", "rightJoin", "fullJoin", "crossJoin"])
export const isJoin = (call: Method) => joins.has(methodOf(call))

/** The calls of a chain, from the given one outwards: `db().select().from(x)` → `.innerJoin(…)`, `.where(…)`. */
export function callsAfter(node: ts.Node): Method[] {
  const { parent } = node
  if (!ts.isPropertyAccessExpression(parent) || !isMethod(parent.parent)) return []
  return [parent.parent, ...callsAfter(parent.parent)]
}

export const followsQuery = (node: ts.Node): boolean =>
  isMethod(node) && (methodOf(node) === "from" || followsQuery(node.expression.expression))

/** The conditions of a chain: of its joins and its `where`. */
export const conditionsOf = (calls: readonly Method[]) =>
  calls.flatMap((call) =>
    methodOf(call) === "where" ? [call.arguments[0]] : isJoin(call) ? [call.arguments[1]] : [],
  )

/** The name of the constant or function that holds a value. */
export function holderOf(value: ts.Node) {
  const holder = ts.isArrowFunction(value) ? value.parent : value
  return ts.isVariableDeclaration(holder) || ts.isFunctionDeclaration(holder)
    ? { holder, name: holder.name?.getText() }
    : undefined
}

/** Where a query that has a name, or that a function returns, is continued. */
export function continuationsOf(top: ts.Node): Method[][] {
  let at = top
  while (ts.isParenthesizedExpression(at.parent) || ts.isReturnStatement(at.parent) || ts.isBlock(at.parent))
    at = at.parent
  const { holder, name } = holderOf(at.parent) ?? {}
  if (!name) return []
  const uses: Method[][] = []
  const visit = (node: ts.Node) => {
    const { parent } = node
    const isMember = parent && ts.isPropertyAccessExpression(parent) && parent.name === node
    if (ts.isIdentifier(node) && node.text === name && parent !== holder && !isMember) {
      const used = ts.isCallExpression(parent) && parent.expression === node ? parent : node
      const calls = callsAfter(used)
      if (calls.length > 0) uses.push(calls)
    }
    ts.forEachChild(node, visit)
  }
  visit(top.getSourceFile())
  return uses
}

export type Found = { where: string; line: number; what: string }

/** A place by its file and function, without folders: those may move. */
export const foundAt = (node: ts.Node, what: string): Found => ({
  where: placeOf(node),
  line: lineOf(node),
  what,
})

function placeOf(node: ts.Node): string {
  let name = ""
  for (let at = node; at.parent; at = at.parent)
    if (ts.isSourceFile(at.parent)) {
      if (ts.isFunctionDeclaration(at) || ts.isClassDeclaration(at)) name = at.name?.text ?? ""
      if (ts.isVariableStatement(at)) name = at.declarationList.declarations[0]?.name.getText() ?? ""
    }
  return `${basename(node.getSourceFile().fileName)} ${name}`
}

function lineOf(node: ts.Node): number {
  const file = node.getSourceFile()
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
}
