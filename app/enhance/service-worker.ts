// Opens Tutti without a connection: it keeps the pages that the server names for the person who is logged in, with the
// files they need, and answers with them when the network doesn't. Built as one classic script, /service-worker.js.

import { type KeptCopy, offlinePage } from "./offline-page"

type Lasting = Event & { waitUntil(work: Promise<unknown>): void }
type Asked = Lasting & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
type Told = Lasting & { data: unknown }
type Scope = {
  location: Location
  registration: { navigationPreload?: { enable(): Promise<void> } }
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: "install" | "activate", listener: (event: Lasting) => void): void
  addEventListener(type: "fetch", listener: (event: Asked) => void): void
  addEventListener(type: "message", listener: (event: Told) => void): void
}
type KeptPages = { who: string; pages: { path: string; freshMinutes: number }[] }

/** Set by the bundler: changes with every build, because a page needs the scripts of its own build. */
declare const BUILD: string

const scope = self as unknown as Scope
const prefix = "tutti-"
const filesName = `${prefix}files-${BUILD}`
const pagesName = (who: string) => `${prefix}pages-${BUILD}-${who}`
const isPages = (name: string) => name.startsWith(`${prefix}pages-`)

/** Names on answers: whose page it is, and on kept copies when they were kept and what they are called. */
const viewerHeader = "Tutti-Viewer"
const keptAt = "Kept-At"
const keptTitle = "Kept-Title"

/** How long a page that is kept waits for a slow network, in ms. */
const patienceMs = 4_000
/** Between two pages, so that the person's own requests come first, in ms. */
const pauseMs = 250

const loggingOut = ["/logout", "/api/logout"]

const doors = ["/", "/auth/login", "/dashboard"]
const homes = ["/dashboard/teacher", "/student/dashboard", "/dashboard"]

/** Pages whose copies a form has made old since they were kept. */
const outdated = new Set<string>()

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()))

scope.addEventListener("activate", (event) => event.waitUntil(takeOver()))

async function takeOver() {
  const ofOtherBuilds = (await caches.keys()).filter(
    (name) => name.startsWith(prefix) && name !== filesName && !name.startsWith(pagesName("")),
  )
  await Promise.all(ofOtherBuilds.map((name) => caches.delete(name)))
  await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
}

scope.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(keepOnce())
  if (event.data === "forget") event.waitUntil(forgetPages())
})

scope.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== scope.location.origin) return
  if (request.method !== "GET") {
    if (loggingOut.includes(pathname)) event.waitUntil(forgetPages())
    else outdated.add(pathname.replace(/\.data$/, ""))
  } else if (request.mode === "navigate") event.respondWith(openPage(event))
  else if (pathname.startsWith("/assets/")) event.respondWith(openFile(request))
})

async function openFile(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: filesName })) ?? fetch(request)
}

/** The page from the network; the kept copy when there is none, or when it takes too long. */
async function openPage(event: Asked): Promise<Response> {
  const kept = await findKept(event.request.url)
  const fromNetwork = loadPage(event)
  if (!kept) return fromNetwork.catch(() => withoutCopy(event.request.url))
  const tooLong = new Promise<undefined>((done) => setTimeout(() => done(undefined), patienceMs))
  const answer = await Promise.race([fromNetwork.catch(() => undefined), tooLong])
  return answer ?? markedAsKept(kept)
}

/** An installed Tutti starts at the login, which leads on to the person's home: so it does without a connection. */
async function withoutCopy(address: string): Promise<Response> {
  if (doors.includes(new URL(address).pathname))
    for (const home of homes) if (await findKept(new URL(home, address).href)) return Response.redirect(home)
  return offlinePage(await listKept())
}

async function loadPage(event: Asked): Promise<Response> {
  const answer = (await event.preloadResponse) ?? (await fetch(event.request))
  const who = answer.headers.get(viewerHeader)
  // A document says for whom it is: what another person has kept is dropped.
  if (who !== null) await forgetPages(who)
  return answer
}

/** The kept copy of an address, if the person who is logged in has one. */
async function findKept(address: string): Promise<Response | undefined> {
  const { pathname, search } = new URL(address)
  for (const name of (await caches.keys()).filter(isPages)) {
    const found = await caches.match(pathname + search, { cacheName: name })
    if (found) return found
  }
  return undefined
}

/** Tells the page's own script how old it is. */
async function markedAsKept(copy: Response): Promise<Response> {
  const html = await copy.text()
  const marked = html.replace("<html ", `<html data-kept-at="${Number(copy.headers.get(keptAt))}" `)
  return new Response(marked, { headers: copy.headers })
}

/** Drops what everybody has kept, or everybody but one. */
async function forgetPages(except?: string) {
  const others = (await caches.keys()).filter(
    (name) => isPages(name) && (except === undefined || name !== pagesName(except)),
  )
  await Promise.all(others.map((name) => caches.delete(name)))
}

let keeping: Promise<void> | undefined

function keepOnce(): Promise<void> {
  keeping ??= keepPages()
    .catch(() => undefined)
    .finally(() => {
      keeping = undefined
    })
  return keeping
}

async function keepPages() {
  const answer = await fetch("/kept-pages.json", { cache: "no-store", redirect: "manual" })
  // Led elsewhere: the login has ended, or the school is closed.
  if (answer.type === "opaqueredirect") return forgetPages()
  if (!answer.ok) return
  const { who, pages } = (await answer.json()) as KeptPages
  await forgetPages(who)
  const cache = await caches.open(pagesName(who))
  for (const { path, freshMinutes } of pages) {
    const copy = await cache.match(path)
    const age = copy ? Date.now() - Number(copy.headers.get(keptAt)) : Number.POSITIVE_INFINITY
    if (age < freshMinutes * 60_000 && !outdated.has(path)) continue
    outdated.delete(path)
    if (!(await keepPage(cache, who, path))) return
    await new Promise((done) => setTimeout(done, pauseMs))
  }
  const wanted = new Set(pages.map(({ path }) => path))
  const left = (await cache.keys()).filter(({ url }) => !wanted.has(url.slice(scope.location.origin.length)))
  await Promise.all(left.map((request) => cache.delete(request)))
}

/** Whether the next page may be tried: not when the person has logged out, or another one has logged in. */
async function keepPage(cache: Cache, who: string, path: string): Promise<boolean> {
  const answer = await fetch(path, {
    cache: "no-store",
    headers: { Accept: "text/html" },
    redirect: "manual",
  })
  if (answer.status === 404) {
    await cache.delete(path)
    return true
  }
  if (answer.headers.get(viewerHeader) !== who) return false
  if (!answer.ok) return true
  const html = await answer.text()
  await keepFiles(html)
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8", [keptAt]: String(Date.now()) })
  const policy = answer.headers.get("Content-Security-Policy")
  if (policy) headers.set("Content-Security-Policy", policy)
  const [, title = ""] = /<title>([^<]*)<\/title>/.exec(html) ?? []
  headers.set(keptTitle, encodeURIComponent(title))
  // Logging out while this was under way has deleted the cache's name: a copy stored now is never found.
  await cache.put(path, new Response(html, { headers }))
  return true
}

/** Keeps the scripts and styles that a page names, and what these name. */
async function keepFiles(text: string) {
  const cache = await caches.open(filesName)
  for (const path of new Set(text.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))) {
    if (await cache.match(path)) continue
    const answer = await fetch(path)
    if (!answer.ok) continue
    await cache.put(path, answer.clone())
    if (path.endsWith(".css")) await keepFiles(await answer.text())
  }
}

async function listKept(): Promise<KeptCopy[]> {
  const [name] = (await caches.keys()).filter(isPages)
  if (!name) return []
  const cache = await caches.open(name)
  const requests = await cache.keys()
  const copies = await Promise.all(requests.map((request) => cache.match(request)))
  return requests.map(({ url }, index) => {
    const headers = copies[index]?.headers
    const title = decodeURIComponent(headers?.get(keptTitle) ?? "").replace(/ · Tutti$/, "")
    const path = url.slice(scope.location.origin.length)
    return { path, title: unescaped(title) || path, at: Number(headers?.get(keptAt)) }
  })
}

const unescaped = (text: string) =>
  text
    .replace(/&#x27;|&#39;/g, "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
