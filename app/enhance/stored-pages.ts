// The copies of pages and files as the service worker stores them.

import { noteRenewed } from "./changed-pages"
import type { KeptCopy } from "./offline-page"
import { pathOf } from "./worker-scope"

/** Set by the bundler: changes with every build, because a page needs the scripts of its own build. */
declare const BUILD: string

export const prefix = "tutti-"
const build = BUILD
export const filesName = `${prefix}files-${build}`
export const pagesName = (who?: string) => `${prefix}pages-${build}-${who}`
export const isPages = (name: string) => name.startsWith(`${prefix}pages-`)

export const listStores = async () => (await caches.keys()).filter(isPages)

/** Names on answers: whose page it is, and on kept copies when they were kept and what they are called. */
export const viewerHeader = "Tutti-Viewer"
export const keptAt = "Kept-At"
const keptTitle = "Kept-Title"

export async function storePage(
  cache: Cache,
  path: string,
  html: string,
  answered: Headers,
  askedAt: number,
) {
  // The message about what was just done belongs to this one visit.
  if (html.includes("data-toast=")) return
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8", [keptAt]: String(Date.now()) })
  const policy = answered.get("Content-Security-Policy")
  if (policy) headers.set("Content-Security-Policy", policy)
  const [, title = ""] = /<title>([^<]*)<\/title>/.exec(html) ?? []
  headers.set(keptTitle, encodeURIComponent(title))
  // Logging out while this was under way has deleted the cache's name: a copy stored now is never found.
  await cache.put(path, new Response(html, { headers }))
  await noteRenewed(path, askedAt)
}

export async function listKept(): Promise<KeptCopy[]> {
  const [name] = await listStores()
  if (!name) return []
  const cache = await caches.open(name)
  const copies = []
  for (const request of await cache.keys()) {
    const headers = (await cache.match(request))?.headers
    const title = decodeURIComponent(headers?.get(keptTitle) ?? "").replace(/ · Tutti$/, "")
    const path = pathOf(request)
    copies.push({ path, title: title || path, at: Number(headers?.get(keptAt)) })
  }
  return copies
}
