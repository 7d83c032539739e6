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
/** No page of ours has a longer address, encoded letters of other scripts included; anyone may send one of 16 KB. */
const longestRemembered = 300

/** Finds what answers a path: `handle` makes it, once for each branch of the table, and once for the paths of no route. */
export function findBranches<Handler>(
  build: ServerBuild,
  handle: (branch: ServerBuild) => Handler,
): (path: string) => Branch<Handler> {
  const whole = handle(build)
  const tableFor = partsOf(treeOf(build.routes))
  const handlers = new Map<string, Handler>()
  const known = new LRUCache<string, Branch<Handler>>({ max: remembered })

  const find = (address: string): Branch<Handler> => {
    const ids = new Set(matchRoutes(tableFor(address), address)?.map(({ route }) => route.id))
    const routeId = [...ids].at(-1)
    if (routeId === undefined) return { handler: whole, routeId: "no route" }
    const key = [...ids].join(" ")
    const handler = handlers.get(key) ?? handle(branchOf(build, ids))
    handlers.set(key, handler)
    return { handler, routeId }
  }

  return (path) => {
    const address = pageOf(path)
    if (address.length > longestRemembered) return find(address)
    const branch = known.get(address) ?? find(address)
    known.set(address, branch)
    return branch
  }
}

/**
 * The part of the table that an address can lead to, by what it begins with: for each address that it matches, React Router
 * ranks every route it is given and makes an expression of it.
 */
export function partsOf(table: Node[]): (address: string) => Node[] {
  const parts = new Map([...beginningsOf(table)].map((first) => [first, beginningWith(table, first)]))
  const others = beginningWith(table, undefined)
  return (address) => {
    // Anything encoded or doubled is left to the whole table.
    const first = /^\/([\w.-]+)(?:\/|$)/.exec(address)?.[1]
    return first === undefined ? table : (parts.get(first.toLowerCase()) ?? others)
  }
}

/** What a route's own path begins with, as plain text; undefined where it has none or it can be anything. */
function beginningOf({ path }: Node): { isAny: boolean; first: string } | undefined {
  const first = path?.replace(/^\//, "").split("/")[0]
  return first ? { isAny: /^[:*]|\?$/.test(first), first: first.toLowerCase() } : undefined
}

const beginningsOf = (nodes: readonly Node[]): Set<string> =>
  new Set(
    nodes.flatMap((node) => {
      const own = beginningOf(node)
      if (own) return own.isAny ? [] : [own.first]
      return "children" in node ? [...beginningsOf(node.children)] : []
    }),
  )

function beginningWith(nodes: readonly Node[], first: string | undefined): Node[] {
  return nodes.flatMap((node): Node[] => {
    const own = beginningOf(node)
    if (own) return own.isAny || own.first === first ? [node] : []
    return "children" in node ? [{ ...node, children: beginningWith(node.children, first) }] : [node]
  })
}

/** The page whose data one of Remix's own addresses requests: `/students.data` is `/students`, `/_root.data` is `/`. */
const pageOf = (path: string): string =>
  path.endsWith(".data") ? path.replace(/\.data$/, "").replace(/^\/_root$/, "/") : path

export function treeOf(routes: Routes, parentId?: string): Node[] {
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
