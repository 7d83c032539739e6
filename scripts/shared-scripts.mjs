// What every signed-in page loads is one script, and what most forms load is another: a page names a few scripts instead
// of forty. Each script holds all that its modules import, so none waits for a page's own.
import { resolve } from "node:path"

/** The last is what the browser's entry imports; the entry runs when it is loaded, so it stays a script of its own. */
const shell = [
  "app/root.tsx",
  "app/routes/shell/school-shell.tsx",
  "app/utils/refused-title.ts",
  // A list with one small field says what stopped it, without the other parts of forms.
  "app/components/form/answer-summary.tsx",
].map((path) => resolve(path))
const [ui, form] = ["app/components/ui", "app/components/form"].map((path) => `${resolve(path)}/`)

/** Rollup's `manualChunks`. */
export function sharedScript() {
  const inShell = new Set()
  return (id, { getModuleInfo, getModuleIds }) => {
    if (inShell.size === 0) {
      const roots = [...getModuleIds()].filter((each) => shell.includes(each) || each.startsWith(ui))
      for (const root of roots) addWithImports(root, inShell, getModuleInfo)
    }
    if (/\/node_modules\/(react|react-dom|react-router|react-router-dom|@remix-run|scheduler)\//.test(id))
      return "react"
    if (inShell.has(id)) return "shell"
    return id.startsWith(form) || id.includes("/@conform-to/") ? "form" : undefined
  }
}

function addWithImports(id, found, getModuleInfo) {
  if (found.has(id) || id.includes("/node_modules/")) return
  found.add(id)
  for (const imported of getModuleInfo(id)?.importedIds ?? []) addWithImports(imported, found, getModuleInfo)
}
