// Opens Tutti without a connection: it keeps the pages that the server names for the person who is logged in, with the
// files they need, and answers with them when the network doesn't. Built as one classic script, /service-worker.js.

import { changedAt, forgetChanges, listChanged, noteChanged, noteRenewed } from "./changed-pages"
import { holdForm, isOfProxy, sendHeld, takeHolder } from "./held-forms"
import { offlinePage } from "./offline-page"
import { findSubscription, wakePush } from "./push-notices"
import {
  filesName,
  isPages,
  keptAt,
  listKept,
  listStores,
  pagesName,
  prefix,
  storePage,
  viewerHeader,
} from "./stored-pages"
import { type Asked, pathOf, scope } from "./worker-scope"

type KeptPages = { who: string; pages: { path: string; freshMinutes: number }[]; isQuiet: boolean }

/** Asks for a page as it is without the message that the person's next page shows. */
const keepingHeader = "Tutti-Keeping"
/** Whose page it is, where the device saves data. */
const sparing = "light"
/** How long a page that is kept waits for a slow network, in ms. */
const patienceMs = 4_000
/** Forms that follow each other within this time have their copies renewed together, in ms. */
const gatherMs = 3_000
/** Between two pages, so that the person's own requests come first, in ms. */
const pauseMs = 250

/** Logins, demos, invitations and registrations: until the next page says who is logged in, no one's copies are shown. */
const changesPerson = /log(in|out)$|^\/(au|conf|de|inv|reg|si|sw)/

const isDoor = /^\/(auth\/login|dashboard)?([?#]|$)/
const homes = ["/dashboard/teacher", "/student/dashboard", "/dashboard"]

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()))

scope.addEventListener("activate", (event) => event.waitUntil(takeOver()))

async function takeOver() {
  await drop((name) => name !== filesName && !name.startsWith(pagesName("")))
  await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
}

/** Deletes those of our stores; answers how many there were. */
async function drop(isGone: (name: string) => boolean): Promise<number> {
  const gone = (await caches.keys()).filter((name) => name.startsWith(prefix) && isGone(name))
  await Promise.all(gone.map((name) => caches.delete(name)))
  return gone.length
}

scope.addEventListener("message", (event) => {
  if (event.data === "holds form" && event.source) {
    holdForm(event.source)
    event.ports[0]?.postMessage("held")
  }
  const { answered, files, keep } = Object(event.data) as {
    answered?: string
    files?: string
    keep?: KeptPages["pages"]
  }
  if (keep) event.waitUntil(keepOnce(keep))
  // What a page has loaded later, beside what its document names.
  if (files) event.waitUntil(keepFiles(files))
  if (answered) event.waitUntil(markChanged(answered).then(renewSoon))
})

scope.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== scope.location.origin) return
  if (request.method !== "GET") {
    if (changesPerson.test(pathname)) {
      logins++
      event.waitUntil(forgetPages())
    } else if (pathname.endsWith(".data") || request.mode === "navigate")
      event.waitUntil(markChanged(pathname))
    const holder = request.mode === "navigate" ? takeHolder() : undefined
    if (holder) event.respondWith(sendHeld(request, holder))
  } else if (request.mode === "navigate") event.respondWith(openPage(event))
  else if (pathname.startsWith("/assets/")) event.respondWith(openFile(request))
})

async function openFile(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: filesName })) ?? fetch(request)
}

/** The page from the network; the kept copy when none comes from there, or a proxy's instead, or when it takes too long. */
async function openPage(event: Asked): Promise<Response> {
  const path = pathOf(event.request)
  const kept = await findKept(path)
  const fromNetwork = loadPage(event, path, kept)
  if (!kept) return fromNetwork.catch(() => withoutCopy(path))
  const changed = await changedAt(path)
  // A slow network is better than a page without what the person has just saved.
  const tooLong = new Promise<undefined>((done) => {
    if (changed === undefined) setTimeout(done, patienceMs)
  })
  const answer = await Promise.race([fromNetwork.catch(() => undefined), tooLong])
  return answer ?? markedAsKept(kept, changed)
}

/** An installed Tutti starts at the login, which leads on to the person's home: so it does without a connection. */
async function withoutCopy(path: string): Promise<Response> {
  if (isDoor.test(path)) for (const home of homes) if (await findKept(home)) return Response.redirect(home)
  return offlinePage(await listKept())
}

/** Counts who has logged out or in: what was asked for before is kept for no one. */
let logins = 0

/** Throws what the network throws, and a proxy's answer. */
async function loadPage(event: Asked, path: string, kept: unknown): Promise<Response> {
  const askedAt = Date.now()
  const asking = logins
  const answer = (await event.preloadResponse) ?? (await fetch(event.request))
  if (isOfProxy(answer)) throw answer
  const who = answer.headers.get(viewerHeader)
  // A document says for whom it is: what another person has kept is dropped.
  if (who === null) return answer
  await forgetPages(who)
  if (who !== sparing && kept && answer.ok && asking === logins) {
    const cache = await caches.open(pagesName(who))
    const opened = answer.clone().text()
    storing = opened.then((html) => storePage(cache, path, html, answer.headers, askedAt))
    event.waitUntil(storing.then(async () => keepFiles(await opened)))
  }
  return answer
}

/** The copy of a page that was opened a moment ago is still being written. */
let storing: Promise<unknown> = Promise.resolve()

/** The kept copy of an address, if the person who is logged in has one. */
async function findKept(path: string): Promise<Response | undefined> {
  await storing.catch(() => undefined)
  for (const name of await listStores()) {
    const found = await caches.match(path, { cacheName: name })
    if (found) return found
  }
  return undefined
}

/** Tells the page's own script how old it is, and when the person changed it since. */
async function markedAsKept(copy: Response, changed: number | undefined): Promise<Response> {
  const html = await copy.text()
  const since = changed ? `data-changed-at="${changed}" ` : ""
  const marked = html.replace("<html ", `<html data-kept-at="${copy.headers.get(keptAt)}" ${since}`)
  return new Response(marked, { headers: copy.headers })
}

/** Whether the device saves data: it keeps no files then, nor those that were on their way when it began to. */
let isSparing = false

/** Keeps the scripts and styles that a page names, and what these name. Stores are opened and dropped in the order asked. */
async function keepFiles(text: string) {
  if (isSparing) return
  const cache = await caches.open(filesName)
  for (const path of new Set(text.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))) {
    if (await cache.match(path)) continue
    const answer = await fetch(path)
    if (!answer.ok) continue
    await cache.put(path, answer.clone())
    if (path.endsWith(".css")) await keepFiles(await answer.text())
  }
}

/** Drops what everybody has kept, or everybody but one; everything where the person saves data. */
async function forgetPages(except?: string) {
  isSparing = except === sparing
  if (isSparing) {
    await drop(() => true)
    // Notifications that are on still need the service worker.
    if (!(await findSubscription())) await scope.registration.unregister()
    return
  }
  const hadOthers = await drop((name) => isPages(name) && name !== pagesName(except))
  if (hadOthers || except === undefined) await forgetChanges()
}

/** A form concerns the page it is posted to, the homes, and what leads to that page, whatever they add to its address. */
async function markChanged(pathname: string) {
  const changed = pathname.replace(/\.data$/, "")
  await noteKept([changed, ...homes])
  const named = new RegExp(`="${changed}["?]`)
  for (const name of await listStores()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const html = await (await cache.match(request))?.text()
      if (named.test(html ?? "")) await noteKept([pathOf(request)])
    }
  }
}

/** A device that saves data keeps no notes either. Stores are opened and listed in the order in which they are asked. */
const noteKept = async (paths: string[]) => isSparing || noteChanged(paths)

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

let renewing: Promise<void> | undefined

/** Renews what several forms have changed once: a register asks the server for a preview at every tap. */
function renewSoon(): Promise<void> {
  renewing ??= pause(gatherMs).then(() => {
    renewing = undefined
    return renewChanged()
  })
  return renewing
}

/** Renews the copies that forms have made old since. */
async function renewChanged() {
  const [name] = await listStores()
  if (!name) return
  const cache = await caches.open(name)
  for (const path of (await listChanged()).map(pathOf))
    if (!(await cache.match(path))) await noteRenewed(path, Date.now() + 1)
    else if (!(await keepPage(cache, name.slice(pagesName("").length), path))) return
}

let keeping: Promise<void> | undefined

function keepOnce(own: KeptPages["pages"]): Promise<void> {
  keeping ??= keepPages(own)
    .catch(() => undefined)
    .finally(() => {
      keeping = undefined
    })
  return keeping
}

/** @param own the page that is open, where its forms wait without a connection, and those whose forms do wait */
async function keepPages(own: KeptPages["pages"]) {
  const answer = await fetch("/kept-pages.json", { cache: "no-store", redirect: "manual" })
  // Led elsewhere: the login has ended, or the school is closed.
  if (answer.type === "opaqueredirect") return forgetPages()
  if (!answer.ok) return
  const { who, pages, isQuiet } = (await answer.json()) as KeptPages
  pages.push(...own)
  if (isQuiet) await wakePush()
  await forgetPages(who)
  const cache = await caches.open(pagesName(who))
  for (const { path, freshMinutes } of pages) {
    const copy = await cache.match(path)
    // Without a copy it is no number, which is fresh in no case; the device's clock may have been set back.
    const age = Math.abs(Date.now() - Number(copy?.headers.get(keptAt)))
    if (age < freshMinutes * 60_000 && (await changedAt(path)) === undefined) continue
    if (!(await keepPage(cache, who, path))) return
    await pause(pauseMs)
  }
  const wanted = new Set(pages.map(({ path }) => path))
  const left = (await cache.keys()).filter((request) => !wanted.has(pathOf(request)))
  await Promise.all(left.map((request) => cache.delete(request)))
}

/** Whether the next page may be tried: not when the person has logged out, or another one has logged in. */
async function keepPage(cache: Cache, who: string, path: string): Promise<boolean> {
  const askedAt = Date.now()
  const answer = await fetch(path, {
    cache: "no-store",
    headers: { Accept: "text/html", [keepingHeader]: "yes" },
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
  await storePage(cache, path, html, answer.headers, askedAt)
  return true
}
