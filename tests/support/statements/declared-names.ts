import ts from "typescript"

// What a name means in a syntax tree, and where it can be seen.

export const nameOf = (node: ts.CallExpression) =>
  ts.isIdentifier(node.expression) ? node.expression.text : undefined

/** What a file, or all of them, declare by name: constants and functions, and what of the schema a name means. */
export type Names = { values: Map<string, ts.Node[]>; tables: Map<string, string> }

export function namesOf(file: ts.SourceFile, exportedOnly: boolean): Names {
  const names: Names = { values: new Map(), tables: new Map() }
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) && /db\/schema/.test(node.moduleSpecifier.getText())) {
      const named = node.importClause?.namedBindings
      if (named && ts.isNamedImports(named))
        for (const { name, propertyName } of named.elements)
          names.tables.set(name.text, (propertyName ?? name).text)
    }
    if (ts.isVariableDeclaration(node) && node.initializer) declare(node.name, node.initializer)
    if (ts.isFunctionDeclaration(node) && node.name) keep(node.name.text, node)
    ts.forEachChild(node, visit)
  }
  const keep = (name: string, value: ts.Node) =>
    names.values.set(name, [...(names.values.get(name) ?? []), value])
  const declare = (name: ts.BindingName, value: ts.Expression) => {
    if (ts.isIdentifier(name)) {
      keep(name.text, value)
      if (ts.isCallExpression(value) && nameOf(value) === "alias")
        names.tables.set(name.text, names.tables.get(value.arguments[0]?.getText() ?? "") ?? "")
    } else if (ts.isArrayBindingPattern(name) && ts.isArrayLiteralExpression(value))
      name.elements.forEach((element, index) => {
        const part = value.elements[index]
        if (part && !ts.isOmittedExpression(element)) declare(element.name, part)
      })
  }
  if (exportedOnly) {
    for (const statement of file.statements)
      if (
        ts.canHaveModifiers(statement) &&
        ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      )
        visit(statement)
  } else visit(file)
  return names
}

/** Where a declaration can be seen. */
export function scopeOf(value: ts.Node): ts.Node {
  let at = value.parent
  while (!ts.isBlock(at) && !ts.isSourceFile(at) && !ts.isCaseOrDefaultClause(at)) at = at.parent
  return at
}

export const isWithin = (node: ts.Node, outer: ts.Node): boolean =>
  node === outer || (node.parent !== undefined && isWithin(node.parent, outer))

/** The function whose parameter a name is, and which one; unless it is declared nearer by. */
export function parameterOf(name: ts.Identifier, scope: ts.Node | undefined) {
  for (let at: ts.Node = name; at.parent && at !== scope; at = at.parent) {
    if (!ts.isFunctionLike(at)) continue
    const index = at.parameters.findIndex((each) =>
      new RegExp(`\\b${name.text}\\b`).test(each.name.getText()),
    )
    if (index >= 0) return { taker: at, index }
  }
  return undefined
}
