import { readdirSync } from "node:fs"
import { join, relative } from "node:path"
import routes from "../../app/routes"

export type TableRow = {
  id: string
  /** The address with its parameters, such as `/students/:studentId`. */
  path: string
  /** The module, relative to app/. */
  file: string
}

type Entry = { id?: string; path?: string; index?: boolean; file: string; children?: Entry[] }

/** Every address of `app/routes.ts` with its module; layouts are left out. */
export function routeTable(): TableRow[] {
  const rows: TableRow[] = []
  const walk = (entries: Entry[], parent: string) => {
    for (const entry of entries) {
      const path = entry.path?.startsWith("/") ? entry.path : join(parent, entry.path ?? "")
      const isScreen = entry.path !== undefined || entry.index
      if (isScreen)
        rows.push({ id: entry.id ?? entry.file.replace(/\.\w+$/, ""), path: path || "/", file: entry.file })
      if (entry.children) walk(entry.children, path)
    }
  }
  walk(routes as Entry[], "/")
  return rows
}

/** All modules under app/routes, relative to app/. */
export function routeFiles(folder = "app/routes"): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? routeFiles(path) : [relative("app", path)]
  })
}
