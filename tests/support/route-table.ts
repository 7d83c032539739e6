import { readdirSync } from "node:fs"
import { join, relative } from "node:path"
import routes from "../../app/routes"

export type TableRow = {
  id: string
  /** The address with its parameters, such as `/students/:studentId`. */
  path: string
  /** The module, relative to app/. */
  file: string
  /** The layouts around it, outermost first. */
  layouts: Layout[]
}

export type Layout = { id: string; file: string }

type Entry = { id?: string; path?: string; index?: boolean; file: string; children?: Entry[] }

/** Every address of `app/routes.ts` with its module and the layouts around it. */
export function routeTable(): TableRow[] {
  const rows: TableRow[] = []
  const walk = (entries: Entry[], parent: string, layouts: Layout[]) => {
    for (const entry of entries) {
      const path = entry.path?.startsWith("/") ? entry.path : join(parent, entry.path ?? "")
      const id = entry.id ?? entry.file.replace(/\.\w+$/, "")
      const isScreen = entry.path !== undefined || entry.index
      if (isScreen) rows.push({ id, path: path || "/", file: entry.file, layouts })
      if (entry.children)
        walk(entry.children, path, isScreen ? layouts : [...layouts, { id, file: entry.file }])
    }
  }
  walk(routes as Entry[], "/", [])
  return rows
}

/** All route modules, relative to app/; the controllers beside them end in `.server.ts` and are none. */
export function routeFiles(folder = "app/routes"): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return routeFiles(path)
    return path.endsWith(".server.ts") || path.endsWith(".test.ts") ? [] : [relative("app", path)]
  })
}
