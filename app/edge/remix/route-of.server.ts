import type { ServerBuild } from "@remix-run/node"
import { matchRoutes } from "@remix-run/react"
import { LRUCache } from "lru-cache"

type Routes = ServerBuild["routes"]
type RoutePosition = { id: string; path: string | undefined; caseSensitive: boolean | undefined }
type Node = (RoutePosition & { index: true }) | (RoutePosition & { children: Node[] })

/** How many addresses are remembered with their routes. */
const remembered = 5000
/** No page of ours has a longer address; anyone may send one of 16 KB. */
const longestRemembered = 300

/** The ids of the routes that answer a path, the innermost last; none where the app has no such page. */
function routesOf(build: ServerBuild): (path: string) => readonly string[] {
  const table = treeOf(build.routes)
  const known = new LRUCache<string, readonly string[]>({ max: remembered })
  const find = (page: string) => matchRoutes(table, page)?.map(({ route }) => route.id) ?? []
  return (path) => {
    const page = pageOf(path)
    if (page.length > longestRemembered) return find(page)
    const ids = known.get(page) ?? find(page)
    known.set(page, ids)
    return ids
  }
}

/** The page whose data one of Remix's own addresses requests: `/students.data` is `/students`, `/_root.data` is `/`. */
const pageOf = (path: string): string =>
  path.endsWith(".data") ? path.replace(/\.data$/, "").replace(/^\/_root$/, "/") : path

function treeOf(routes: Routes, parentId?: string): Node[] {
  return Object.values(routes).flatMap((route): Node[] => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, caseSensitive } = route
    if (route.index) return [{ id, path, caseSensitive, index: true }]
    return [{ id, path, caseSensitive, children: treeOf(routes, id) }]
  })
}

/** What answers each path, made once for each of its branches, and the routes of that branch. */
export function answererOf<Handler>(
  build: ServerBuild,
  make: (branch: ServerBuild) => Handler,
): (path: string) => { ids: readonly string[]; handle: Handler } {
  const find = routesOf(build)
  const made = new Map<string, Handler>()
  return (path) => {
    const ids = find(path)
    const key = ids.join(" ")
    const handle = made.get(key) ?? make(branchOf(build, ids))
    made.set(key, handle)
    return { ids, handle }
  }
}

/**
 * The build with only the routes that answer one address. Remix walks its whole table several times for each document: of our 390
 * routes that takes more than a third of what a list does.
 */
function branchOf(build: ServerBuild, ids: readonly string[]): ServerBuild {
  if (ids.length === 0) return build
  const pick = <Value>(table: Record<string, Value>) =>
    Object.fromEntries(Object.entries(table).filter(([id]) => ids.includes(id)))
  return {
    ...build,
    routes: pick(build.routes) as Routes,
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  }
}
