import { matchRoutes } from "@remix-run/react"
import { shellRouteId } from "~/components/form/post-form"
import { isKept } from "~/components/shell/offline/kept-copies"
import { buildHeader } from "~/utils/sender-header"
import { dropAnsweredDocument } from "./answered-document"
import { hasNoRoomFor, isHandledByPage } from "./handled-calls"
import { untilTriedAgain, watchConnection } from "./held-requests"
import { goByDocument } from "./missing-scripts"
import { ask, fetchDirectly, fetchFiles, troubleAhead } from "./page-requests"
import type { Purpose, Trouble } from "./trouble"

// A form that the browser sends itself takes the page with it. The service worker keeps the page when something else than
// Tutti answers, as a proxy does, and says so here.

/** How long a service worker is waited for, in ms. */
const patienceMs = 500

let noteUnanswered: ((kind: "failing" | "unreachable") => void) | undefined

/** Sends a form's document; where no page of ours answers, once more when the person tries again. */
async function sendDocument(send: () => void, signal: AbortSignal) {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers?.controller) return send()
  if (!noteUnanswered)
    workers.addEventListener("message", ({ data }) => {
      const { unanswered } = Object(data)
      if (unanswered) noteUnanswered?.(unanswered)
    })
  noteUnanswered = (kind) => {
    const trouble: Trouble = { kind: kind === "unreachable" && !navigator.onLine ? "offline" : kind }
    untilTriedAgain({ trouble, purpose: "form", mayHaveArrived: true }, { signal }).then(
      () => sendDocument(send, signal),
      () => undefined,
    )
  }
  await heldBy(workers.controller)
  if (!signal.aborted) send()
}

/** Waits until the service worker knows that this page sends a form. */
function heldBy(worker: ServiceWorker): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((done) => {
    port1.onmessage = () => done()
    setTimeout(done, patienceMs)
    worker.postMessage("holds form", [port2])
  })
}

// Keeps the signed-in area's page until another one can replace it. Remix's requests without an answer wait; every step
// out of the area loads a document; and no document is loaded while the server is unreachable.

type Router = typeof globalThis.__remixRouter
type RouterLocation = Router["state"]["location"]

/** The navigation that is under way. */
type Step = {
  key: string
  end: AbortController
  isLeaving: boolean
  /** It began as a posted form; where the answer leads to another page is a step of its own. */
  isForm: boolean
  /** Resolves when the scripts of the destination are there. */
  scripts: Promise<unknown>
}

let router: Router | undefined
let step: Step | undefined
/** Cancels a pending document load when the person does something else. */
let waitingDocument: AbortController | undefined

/** Takes over the requests of Remix's router, the links and the forms of this document. Runs once. */
export function keepPage(used: Router) {
  if (router) return
  router = used
  window.fetch = fetchPage
  holdScripts(used)
  dropAnsweredDocument(used)
  used.subscribe((state) => watch(used, state))
  listenLast("click", followByDocument)
  listenLast("submit", submitByDocument)
  window.addEventListener("online", watchConnection)
  window.addEventListener("offline", watchConnection)
  // Coming back by the browser's Back to a page that was left: its step out of the area is over.
  window.addEventListener("pageshow", ({ persisted }) => {
    const { navigation, location: here } = used.state
    if (persisted && navigation.state !== "idle")
      void used.navigate(here, { replace: true, preventScrollReset: true })
  })
}

/** After every other listener: what one of them has dealt with is not the browser's to do. */
function listenLast<Type extends "click" | "submit">(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
) {
  const joinTheEnd = () => {
    window.removeEventListener(type, listener)
    window.addEventListener(type, listener, { once: true })
  }
  window.addEventListener(type, joinTheEnd, true)
}

const never = <Value>() => new Promise<Value>(() => undefined)

async function fetchPage(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const url = input instanceof Request ? undefined : new URL(input, location.href)
  if (url?.origin !== location.origin || !url.pathname.endsWith(".data")) return fetchDirectly(input, init)
  const method = init.method ?? "GET"
  if (step?.isLeaving && method === "GET") return never()
  const navigation = router?.state.navigation
  const isBackground = navigation?.state === "idle"
  const purpose = purposeOf(method, navigation?.formMethod)
  // The message after a form comes once: a page whose script is missing leaves it to the document.
  if (method === "GET" && purpose === "after-form" && step) await step.scripts
  const isOpening = step && !step.isForm && method === "GET" && navigation?.state === "loading"
  for (;;) {
    const wasOnline = navigator.onLine
    const answer = await ask(url, isOpening ? drawnByThisBuild(init) : init)
    if (router && answer instanceof Response && isOpening && answer.headers.has(buildHeader)) {
      if (init.signal?.aborted) return answer
      goByDocument(router)
      return never()
    }
    if (answer instanceof Response) return answer
    if (answer.kind !== "refused" && isHandledByPage(url.pathname.replace(/\.data$/, ""), method))
      throw new TypeError("The server cannot be reached.")
    if (!isBackground && purpose === "page" && (await leadToKeptCopy(init.signal))) return never()
    const isFull = hasNoRoomFor(url.pathname.replace(/\.data$/, ""), method)
    const unanswered = { trouble: answer, purpose, mayHaveArrived: wasOnline, isFull }
    await untilTriedAgain(unanswered, { isBackground, signal: init.signal })
  }
}

/** Another build answers with its name alone: its page needs its own scripts. */
function drawnByThisBuild(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers)
  headers.set(buildHeader, window.__remixManifest.version)
  return { ...init, headers }
}

/** Loads the kept copy of the page that is being opened, if this device has one; the service worker answers with it. */
async function leadToKeptCopy(signal?: AbortSignal | null): Promise<boolean> {
  const to = router?.state.navigation.location
  if (!router || !to || router.state.navigation.formMethod) return false
  const address = router.createHref(to)
  if (!(await isKept(address)) || signal?.aborted) return false
  location.assign(address)
  return true
}

function purposeOf(method: string, formMethod: string | undefined): Purpose {
  if (method !== "GET") return "form"
  return formMethod && formMethod !== "GET" ? "after-form" : "page"
}

/**
 * Fetches a screen's scripts before they are imported: Remix reloads the document when an import fails, and a browser
 * without a connection then shows its own error page. A public page's scripts are never imported.
 */
function holdScripts(used: Router) {
  const { routes: files } = window.__remixManifest
  const walk = (routes: Router["routes"]) => {
    for (const route of routes) {
      const { lazy, id, children } = route
      const scripts = [files[id]?.module, ...(files[id]?.imports ?? [])].filter((file) => file !== undefined)
      const load = async (after: NonNullable<typeof lazy>) => {
        if (step?.isLeaving) return never<Awaited<ReturnType<typeof after>>>()
        const trouble = await fetchFiles(scripts)
        if (trouble && (await leadToKeptCopy(step?.end.signal)))
          return never<Awaited<ReturnType<typeof after>>>()
        await untilNoTrouble(() => fetchFiles(scripts), "page", step?.end.signal)
        return after()
      }
      if (lazy)
        route.lazy = () => {
          const loading = load(lazy)
          if (step) step.scripts = Promise.allSettled([step.scripts, loading])
          return loading
        }
      if (children) walk(children)
    }
  }
  walk(used.routes)
}

const known = new WeakMap<RouterLocation, boolean>()

/** Whether the router may render this location itself: only the signed-in area has its scripts and styles loaded. */
function isInArea({ routes }: Router, location: RouterLocation): boolean {
  const isIn =
    known.get(location) ?? matchRoutes(routes, location)?.some(({ route }) => route.id === shellRouteId)
  known.set(location, isIn ?? false)
  return isIn ?? false
}

/** Links, GET forms, redirects and Back all pass here before any request. */
function watch(used: Router, { navigation, location: arrived }: Router["state"]) {
  // A form that was posted to a public page and answered by it, so only that page can show the answer.
  if (!isInArea(used, arrived)) return location.replace(used.createHref(arrived))
  const to = navigation.location
  if (to?.key !== step?.key) {
    step?.end.abort()
    step = to && {
      key: to.key,
      end: new AbortController(),
      isLeaving: false,
      isForm: navigation.state === "submitting",
      scripts: Promise.resolve(),
    }
    if (to) waitingDocument?.abort()
  }
  if (!to || !step || step.isLeaving || navigation.state !== "loading" || isInArea(used, to)) return
  step.isLeaving = true
  loadDocument(() => location.assign(used.createHref(to)), "page", step.end)
}

/** Calls `go` as soon as the server is reachable, unless the person does something else first. */
async function loadDocument(go: () => void, purpose: Purpose, { signal } = new AbortController()) {
  try {
    await untilNoTrouble(troubleAhead, purpose, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  if (!signal.aborted) go()
}

async function untilNoTrouble(
  look: () => Promise<Trouble | undefined>,
  purpose: Purpose,
  signal?: AbortSignal,
) {
  for (let trouble = await look(); trouble; trouble = await look())
    await untilTriedAgain({ trouble, purpose, mayHaveArrived: false }, { signal })
}

/** Goes to a page as a document once it can load; until then this one stays. */
export function openDocument(href: string) {
  loadDocument(() => location.assign(href), "page", onlyDocument())
}

/** A link that Remix leaves to the browser. */
function followByDocument(event: MouseEvent) {
  const { target } = event
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null
  if (!link || event.defaultPrevented || event.button !== 0) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const isHere = link.hash !== "" && link.href.split("#")[0] === location.href.split("#")[0]
  if (isHere || link.origin !== location.origin || !opensHere(link) || link.hasAttribute("download")) return
  event.preventDefault()
  openDocument(link.href)
}

/** Forms that may pass: the server was reached a moment ago. */
const passing = new WeakSet<HTMLFormElement>()

/** A form that the browser sends itself. */
function submitByDocument(event: SubmitEvent) {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented || passing.delete(form)) return
  // Not `form.method`: a field may have that name.
  const method = form.getAttribute("method")?.toLowerCase()
  if (method === "dialog" || !opensHere(form)) return
  event.preventDefault()
  const { submitter } = event
  const isPost = method === "post"
  const leaving = onlyDocument()
  const send = () => {
    passing.add(form)
    form.requestSubmit(submitter?.isConnected ? submitter : undefined)
    // Refused by the browser's own checks: the next press is looked at again.
    passing.delete(form)
  }
  const go = isPost ? () => void sendDocument(send, leaving.signal) : send
  loadDocument(go, isPost ? "form" : "page", leaving)
}

const opensHere = (element: Element) => ["", "_self"].includes(element.getAttribute("target") ?? "")

function onlyDocument(): AbortController {
  waitingDocument?.abort()
  waitingDocument = new AbortController()
  return waitingDocument
}
