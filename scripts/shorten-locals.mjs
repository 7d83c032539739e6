// What functions call their own variables, in one or two letters: a seventh of the app's script. What stands outside of
// functions keeps its name, so that a stack names whatever failed. esbuild does so for a script, which has no module
// around it whose names it could shorten too; so its imports and exports are put aside meanwhile.
import { transform } from "esbuild"
import ts from "typescript"

const meta = "import_meta_of_this_module"

/** The text of a module as Rollup writes it, with shorter names within its functions. */
export async function shortenLocals(path, source) {
  const around = { imports: "", exports: "" }
  let inside = ""
  for (const statement of ts.createSourceFile(path, source, ts.ScriptTarget.ES2022).statements) {
    const text = source.slice(statement.pos, statement.end)
    if (ts.isImportDeclaration(statement)) around.imports += text
    else if (ts.isExportDeclaration(statement)) around.exports += text
    else inside += text
  }
  const { code } = await transform(`"use strict";${inside.replaceAll("import.meta", meta)}`, {
    charset: "ascii",
    legalComments: "none",
    minifyIdentifiers: true,
    target: "node20",
  })
  return `${around.imports}\n${code.replaceAll(meta, "import.meta")}\n${around.exports}`
}
