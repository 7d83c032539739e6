import type { ServerBuild } from "@remix-run/node"
import { matchRoutes } from "@remix-run/react"
import { LRUCache } from "lru-cache"

// Remix walks its whole route table several times per document: to match, to match again, and to create an element per
// route. So each request gets a build that holds only its own branch of the table.

type Routes = ServerBuild["routes"]
type RoutePosition = { id: string; path: string | undefined; caseSensitive: boolean | undefined }
type Leaf = RoutePosition & { index: true }
type Node = Leaf | (RoutePosition & { children: Node[] })
/** What answers an address, and the innermost route by which it is counted. */
type Branch<Handler> = { handler: Handler; routeId: string }

/** How many addresses are remembered with their branch; an address that is not costs one walk through the table. */
const remembered = 5000

/** Finds what answers a path: `handle` makes it, once for each branch of the table, and once for the paths of no route. */
export function findBranches<Handler>(
  build: ServerBuild,
  handle: (branch: ServerBuild) => Handler,
): (path: string) => Branch<Handler> {
  const whole = handle(build)
  const table = treeOf(build.routes)
  const handlers = new Map<string, Handler>()
  const known = new LRUCache<string, Branch<Handler>>({ max: remembered })

  const find = (address: string): Branch<Handler> => {
    const ids = new Set(matchRoutes(table, address)?.map(({ route }) => route.id))
    const routeId = [...ids].at(-1)
    if (routeId === undefined) return { handler: whole, routeId: "no route" }
    const key = [...ids].join(" ")
    const handler = handlers.get(key) ?? handle(branchOf(build, ids))
    handlers.set(key, handler)
    return { handler, routeId }
  }

  return (path) => {
    const address = pageOf(path)
    const branch = known.get(address) ?? find(address)
    known.set(address, branch)
    return branch
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

function branchOf(build: ServerBuild, ids: Set<string>): ServerBuild {
  const pick = <Value>(table: Record<string, Value>) =>
    Object.fromEntries(Object.entries(table).filter(([id]) => ids.has(id)))
  return {
    ...build,
    routes: pick(build.routes) as Routes,
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  }
}
