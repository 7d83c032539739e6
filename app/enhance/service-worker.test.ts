import { afterEach, expect, test, vi } from "vitest"

// What a page opens with when the network brings no page of ours: the service worker in a browser of its own, which has kept a
// teacher's day.

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const origin = "https://tutti.example"
const day = "/dashboard/teacher"
const build = "b1"
const keptAt = Date.parse("2026-11-18T12:00:00Z")

/** A browser's stores: by name, then by address. */
function stores(kept: Record<string, string>) {
  const pages = new Map(
    Object.entries(kept).map(([path, html]) => [
      path,
      new Response(html, { headers: { "Kept-At": String(keptAt), "Kept-Title": "Today" } }),
    ]),
  )
  const all = new Map([[`tutti-pages-${build}-marcus`, pages]])
  const storeOf = (name: string) => {
    const found = all.get(name) ?? new Map<string, Response>()
    all.set(name, found)
    return found
  }
  return {
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (path: string, { cacheName }: { cacheName: string }) =>
      all.get(cacheName)?.get(path)?.clone(),
    open: async (name: string) => {
      const store = storeOf(name)
      return {
        keys: async () => [...store.keys()].map((path) => ({ url: origin + path })),
        match: async (asked: string | { url: string }) =>
          store.get(typeof asked === "string" ? asked : asked.url.slice(origin.length))?.clone(),
        put: async (path: string, answer: Response) => void store.set(path, answer),
        delete: async (asked: string | { url: string }) =>
          store.delete(typeof asked === "string" ? asked : asked.url.slice(origin.length)),
      }
    },
  }
}

/** Opens an address with what the network answers, or nothing; answers the page's text and status, or where it leads. */
async function opened(
  path: string,
  fromNetwork: Response | Promise<Response> | undefined,
  kept: Record<string, string> = { [day]: "<html lang>Kept" },
) {
  const listeners = new Map<string, (event: unknown) => void>()
  vi.stubGlobal("BUILD", build)
  vi.stubGlobal("self", {
    location: new URL(origin),
    registration: {},
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
  })
  vi.stubGlobal("caches", stores(kept))
  vi.stubGlobal("fetch", async () => fromNetwork ?? Promise.reject(new TypeError("Failed to fetch")))
  const leading = (to: string) => new Response(null, { status: 302, headers: { Location: to } })
  vi.spyOn(Response, "redirect").mockImplementation((to) => leading(String(to)))
  vi.resetModules()
  await import("./service-worker")
  const answer = await new Promise<Response>((respondWith) =>
    listeners.get("fetch")?.({
      request: { url: origin + path, method: "GET", mode: "navigate" },
      preloadResponse: Promise.resolve(undefined),
      respondWith,
      waitUntil: () => undefined,
    }),
  )
  return answer.headers.get("Location") ?? { status: answer.status, text: await answer.text() }
}

const proxys = (status: number) => new Response("<h1>Bad Gateway</h1>", { status })
const copy = { status: 200, text: `<html data-kept-at="${keptAt}" lang>Kept` }

test("a kept page opens where a proxy answers in Tutti’s place, as it does without a network", async () => {
  for (const status of [502, 503, 504, 522]) expect(await opened(day, proxys(status))).toEqual(copy)
  expect(await opened(day, undefined)).toEqual(copy)
})

test("a page of ours opens whatever its status, a kept one or not", async () => {
  for (const status of [200, 404, 500, 503]) {
    const ours = () => new Response("Ours", { status, headers: { "X-Request-Id": "r1" } })
    expect(await opened(day, ours())).toEqual({ status, text: "Ours" })
    expect(await opened("/messaging", ours())).toEqual({ status, text: "Ours" })
  }
  // A Wi-Fi that asks for its own login first has to be seen.
  expect(await opened(day, new Response("Café"))).toEqual({ status: 200, text: "Café" })
})

test("a page that isn’t kept says what is, also where a proxy answers", async () => {
  for (const fromNetwork of [proxys(502), undefined]) {
    const answer = await opened("/messaging", fromNetwork)
    expect(answer).toMatchObject({ status: 503, text: expect.stringContaining("Tutti can’t be reached") })
    expect(answer).toMatchObject({ text: expect.stringContaining(`<a href="${day}">Today</a>`) })
  }
})

test("the doors of an installed Tutti lead to the kept home", async () => {
  for (const door of ["/", "/auth/login", "/auth/login?to=%2Fmessaging", "/dashboard"])
    for (const fromNetwork of [proxys(502), undefined]) expect(await opened(door, fromNetwork)).toBe(day)
  expect(await opened("/dashboards", undefined)).toMatchObject({ status: 503 })
  expect(await opened("/", undefined, {})).toMatchObject({ status: 503 })
})

test("a page that the network takes too long for opens as it was kept", async () => {
  const { setTimeout: later } = globalThis
  const waited: number[] = []
  vi.stubGlobal("setTimeout", (done: () => void, ms: number) => later(done, waited.push(ms)))
  expect(await opened(day, new Promise<Response>(() => undefined))).toEqual(copy)
  expect(waited).toContain(4_000)
})

/** The service worker of a device that has kept the day, with a way to tell it things and to open a page. */
async function woken(
  network: (path: string) => Promise<Response>,
  kept: Record<string, string> = { [day]: "<html lang>Kept" },
) {
  const listeners = new Map<string, (event: unknown) => void>()
  vi.stubGlobal("BUILD", build)
  vi.stubGlobal("self", {
    location: new URL(origin),
    registration: { unregister: async () => true },
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
  })
  const all = stores(kept)
  vi.stubGlobal("caches", all)
  vi.stubGlobal("fetch", (asked: string | { url: string }) =>
    network(typeof asked === "string" ? asked : asked.url.slice(origin.length)),
  )
  vi.resetModules()
  await import("./service-worker")
  return {
    all,
    tell: (data: unknown) =>
      new Promise<unknown>((done) => listeners.get("message")?.({ data, ports: [], waitUntil: done })),
    open: (path: string) =>
      new Promise<Response>((respondWith) =>
        listeners.get("fetch")?.({
          request: { url: origin + path, method: "GET", mode: "navigate" },
          preloadResponse: Promise.resolve(undefined),
          respondWith,
          waitUntil: () => undefined,
        }),
      ),
  }
}

test("files that are on their way when data saver is turned on are kept no more", async () => {
  let arrive = (_: Response): void => undefined
  const styles = new Promise<Response>((resolve) => {
    arrive = resolve
  })
  const light = () => new Response("Light", { headers: { "X-Request-Id": "r1", "Tutti-Viewer": "light" } })
  const { all, tell, open } = await woken(async (path) =>
    path.endsWith(".css") ? styles : path.startsWith("/assets/") ? new Response("") : light(),
  )
  const keeping = tell({ files: "/assets/app.css" })
  await (await open("/messaging")).text()
  arrive(new Response("@font-face{src:url(/assets/serif.woff2)}"))
  await keeping
  await tell({ files: "/assets/more.js" })
  expect(await all.keys()).toEqual([])
})

test("a page whose form waits is kept beside those that the server names, until it waits no more", async () => {
  const lesson = "/classes/sessions/m1"
  const { all, tell } = await woken(async (path) =>
    path === "/kept-pages.json"
      ? Response.json({ who: "marcus", pages: [], isQuiet: false })
      : new Response(`<title>${path}</title>`, {
          headers: { "X-Request-Id": "r1", "Tutti-Viewer": "marcus" },
        }),
  )
  const keptPages = async () =>
    (await (await all.open(`tutti-pages-${build}-marcus`)).keys()).map(({ url }) => url.slice(origin.length))
  await tell({ keep: [{ path: lesson, freshMinutes: 60 }] })
  expect(await keptPages()).toEqual([lesson])
  await tell({ keep: [{ path: lesson, freshMinutes: 60 }] })
  expect(await keptPages()).toEqual([lesson])
  await tell({ keep: [] })
  expect(await keptPages()).toEqual([])
})
