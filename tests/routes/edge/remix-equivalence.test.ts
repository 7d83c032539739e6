import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { resolve } from "node:path"
import { PassThrough } from "node:stream"
import { text } from "node:stream/consumers"
import { pathToFileURL } from "node:url"
import { createRequestHandler } from "@remix-run/express"
import type { EntryContext, HandleDocumentRequestFunction } from "@remix-run/node"
import { RemixServer } from "@remix-run/react"
import express, { type Response as ExpressResponse, type RequestHandler } from "express"
import { createElement } from "react"
import { renderToPipeableStream } from "react-dom/server"
import { decode } from "turbo-stream"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { prepareBuild } from "~/edge/remix/prepared-build.server"
import { serveRemix } from "~/edge/remix/serve-remix.server"
import { unprovenOrigin } from "~/http/form-token.server"
import { inFormats } from "~/utils/formats.server"
import { Browser } from "../../support/app"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { addMember } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// The same requests through Remix's own adapter and through ours: status, headers and bodies are the same, but for the
// differences listed here. Run it when Remix changes, then write its version into `compared-remix.ts`.

type Build = Parameters<typeof serveRemix>[0]
type Routes = Build["routes"]
type Answer = { status: number; statusText: string; headers: Map<string, string>; body: string }
type Difference = { why: string; isExpected(ours: string | undefined, remix: string | undefined): boolean }

const byDesign: Record<string, Difference> = {
  "content-length": {
    why: "A text that is whole is sent with its length; Remix sends every body as a stream.",
    isExpected: (ours, remix) => ours !== undefined && remix === undefined,
  },
  "transfer-encoding": {
    why: "The same, from the other side.",
    isExpected: (ours, remix) => ours === undefined && remix === "chunked",
  },
  vary: {
    why: "Ours compresses; with Remix’s adapter the middleware `compression` would, and add the same.",
    isExpected: (ours, remix) => ours === [remix, "Accept-Encoding"].filter(Boolean).join(", "),
  },
}
/** When and over which connection, not what. */
const transport = new Set(["date", "connection", "keep-alive"])

const servers: Server[] = []
const differed = new Set<string>()
let build: Build
/** The app and the app with loaders and actions that break, each behind our adapter and behind Remix's. */
let app: [ours: string, remix: string]
let broken: [ours: string, remix: string]

beforeAll(async () => {
  build = (await import(pathToFileURL(resolve(inject("serverBuild"))).href)) as Build
  app = await both(build)
  broken = await both(
    withBreaking(build, ["routes/public/about", "routes/students/students", "routes/api/user"]),
  )
})
afterAll(() => {
  for (const server of servers) server.close()
})

const both = (served: Build) =>
  Promise.all([
    listen(serveRemix(served, "http://localhost:3000", "production")),
    listen(
      createRequestHandler({
        build: prepareBuild(served),
        mode: "production",
        // What our adapter tells the loaders: they leave out of a document's data what only its rendering reads.
        getLoadContext: ({ path }: { path: string }, response: ExpressResponse) => ({
          ...response.locals,
          isDocument: !path.endsWith(".data"),
        }),
      }),
    ),
  ])

async function listen(handler: RequestHandler) {
  const server = express()
    .disable("x-powered-by")
    .use((_request, _response, next) => inFormats(undefined, next))
    .use(handler)
    .listen(0)
  servers.push(server)
  await once(server, "listening")
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

function withBreaking(whole: Build, ids: string[]): Build {
  const breaks = () => {
    throw new Error("The disk is full.")
  }
  const routes = Object.entries(whole.routes).map(([id, route]) =>
    route && ids.includes(id)
      ? [id, { ...route, module: { ...route.module, loader: breaks, action: breaks } }]
      : [id, route],
  )
  return { ...whole, routes: Object.fromEntries(routes) as Routes }
}

async function answerOf(at: string, path: string, init: RequestInit): Promise<Answer> {
  const answer = await fetch(at + path, { redirect: "manual", ...init })
  const nonce = /'nonce-([\w-]+)'/.exec(answer.headers.get("Content-Security-Policy") ?? "")?.[1]
  const plain = (said: string) =>
    (nonce ? said.replaceAll(nonce, "(nonce)") : said)
      .replaceAll(at, "(address)")
      // Signed values and ids, which are new for each answer.
      .replace(/[\w%-]{40,}/g, "(token)")
  const headers = [...answer.headers].filter(([name]) => !transport.has(name))
  const cookies = answer.headers.getSetCookie()
  return {
    status: answer.status,
    statusText: answer.statusText,
    headers: new Map([
      ...headers.map(([name, value]): [string, string] => [name, plain(value)]),
      ...(cookies.length ? [["set-cookie", plain(cookies.join("\n"))] as const] : []),
    ]),
    body: plain(await answer.text()),
  }
}

/** Asks both, and returns what they agree on; a header may differ as `byDesign` says. */
async function compare([ours, remix]: [string, string], path: string, inits: [RequestInit, RequestInit]) {
  const own = await answerOf(ours, path, inits[0])
  const theirs = await answerOf(remix, path, inits[1])
  for (const name of new Set([...own.headers.keys(), ...theirs.headers.keys()])) {
    const [one, other] = [own.headers.get(name), theirs.headers.get(name)]
    if (one === other || !byDesign[name]?.isExpected(one, other)) continue
    differed.add(name)
    own.headers.delete(name)
    theirs.headers.delete(name)
  }
  expect(own).toEqual(theirs)
  return own
}

const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
})
const json = (body: string): RequestInit => ({
  method: "POST",
  headers: { Accept: "application/json", "Content-Type": "application/json" },
  body,
})

const { school, guardian, familyId, studentIds } = openPayingFamily()
const student = studentIds[0] ?? ""
const invoice = invoiceOver(school, { familyId, studentIds }, 4500)
const people = {
  office: school.userId ?? "",
  teacher: addMember(school, "teacher", "Lena Fontaine").userId,
  family: guardian.userId,
  staff: addStaff().userId,
}
type Person = keyof typeof people | "nobody" | "stranger"

/** The cookies of a browser of this person; a stranger's is of a sign-in that has ended. */
async function cookieOf(who: Person): Promise<string> {
  if (who === "nobody") return ""
  if (who === "stranger") {
    const browser = await Browser.of(people.office)
    const before = browser.cookieHeader()
    await browser.submit("/logout", {})
    return before
  }
  return (await Browser.of(people[who])).cookieHeader()
}

/** The same request for both, each with its own sign-in, so that one logging out leaves the other. */
async function twice(who: Person, init: RequestInit): Promise<[RequestInit, RequestInit]> {
  const of = (cookie: string): RequestInit => ({
    ...init,
    headers: { "Accept-Encoding": "identity", Cookie: cookie, ...init.headers },
  })
  return [of(await cookieOf(who)), of(await cookieOf(who))]
}

const edit = { firstName: "Otis", lastName: "Haddad" }

test.each<[what: string, status: number, who: Person, path: string, init?: RequestInit]>([
  ["a public page", 200, "nobody", "/about"],
  ["a public page with a form", 200, "nobody", "/contact"],
  ["a list for the office", 200, "office", "/students"],
  ["a record for the office", 200, "office", `/students/${student}`],
  ["the office’s invoices", 200, "office", "/billing"],
  ["the teacher’s day", 200, "teacher", "/dashboard/teacher"],
  ["the family’s home", 200, "family", "/student/dashboard"],
  ["the staff’s home", 200, "staff", "/super-admin"],
  ["a page’s data", 200, "office", "/students.data"],
  [
    "one route’s data",
    200,
    "office",
    `/students.data?_routes=${encodeURIComponent("routes/students/students")}`,
  ],
  ["the landing page’s data", 200, "nobody", "/_root.data"],
  ["data for somebody logged out", 202, "stranger", "/students.data"],
  ["a page for nobody", 302, "nobody", "/students"],
  ["a page for somebody logged out", 302, "stranger", `/students/${student}`],
  ["a form of somebody logged out", 302, "stranger", `/students/${student}/edit`, form(edit)],
  ["a page of another role", 302, "teacher", "/billing"],
  ["an address of nothing", 404, "nobody", "/nothing/is/here"],
  ["an address of nothing for the office", 404, "office", "/nothing/is/here"],
  ["a missing record", 404, "office", "/students/nobody"],
  ["a missing record’s data", 404, "office", "/students/nobody.data"],
  ["a form with mistakes", 400, "office", `/students/${student}/edit`, form({ firstName: "" })],
  ["its data", 400, "office", `/students/${student}/edit.data`, form({ firstName: "" })],
  ["a public form with mistakes", 400, "nobody", "/contact", form({ email: "no" })],
  ["a body that is no form", 400, "nobody", "/contact", json("{}")],
  [
    "broken multipart",
    400,
    "nobody",
    "/contact",
    {
      method: "POST",
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
      body: "--y",
    },
  ],
  [
    "a form of unproven origin",
    403,
    "office",
    `/students/${student}/edit`,
    {
      ...form(edit),
      headers: { [unprovenOrigin]: "1" },
    },
  ],
  ["a page that takes no form", 405, "nobody", "/about", form({})],
  ["logging out", 303, "office", "/logout", form({})],
  ["logging out from a script", 202, "office", "/logout.data", form({})],
  ["the head of a public page", 200, "nobody", "/about", { method: "HEAD" }],
  ["the head of a list", 200, "office", "/students", { method: "HEAD" }],
  ["the head of a file", 200, "office", "/students.csv", { method: "HEAD" }],
  ["a file", 200, "office", "/students.csv"],
  ["a file for the family", 200, "family", `/student/invoices/${invoice}/pdf`],
  ["a call", 200, "office", "/api/user"],
  ["a call of nobody", 401, "nobody", "/api/user"],
  ["a call’s head", 200, "office", "/api/user", { method: "HEAD" }],
  ["a call with a parameter", 200, "office", `/api/school-by-id/${school.school.id}`],
  ["a long call", 200, "nobody", "/api/openapi.json"],
  ["a call of nothing", 404, "nobody", "/api/nothing"],
  ["a call that takes no GET", 405, "nobody", "/api/login"],
  ["a call that takes no POST", 405, "nobody", "/api/user", json("{}")],
  ["a call with a body", 400, "nobody", "/api/login", json('{"email":""}')],
  ["a call with a broken body", 400, "nobody", "/api/login", json("{")],
  ["a call that logs out", 200, "office", "/api/logout", json("{}")],
])("%s: %i", async (_what, status, who, path, init = {}) => {
  expect((await compare(app, path, await twice(who, init))).status).toBe(status)
})

describe("what breaks", () => {
  test.each<[what: string, who: Person, path: string, init?: RequestInit]>([
    ["a public page", "nobody", "/about"],
    ["its data", "nobody", "/about.data"],
    ["its form", "nobody", "/about", form({})],
    ["a page within the frame", "office", "/students"],
    ["its data", "office", "/students.data"],
    ["its head", "office", "/students", { method: "HEAD" }],
    ["a call", "office", "/api/user"],
    ["a call with a body", "office", "/api/user", json("{}")],
  ])("%s", async (_what, who, path, init = {}) => {
    expect((await compare(broken, path, await twice(who, init))).status).toBe(500)
  })
})

test("a compressed page holds what a plain one does", async () => {
  // Past the answers that are repeated, whose scripts have no nonce.
  const headers = { "Accept-Encoding": "br", "Cache-Control": "no-cache" }
  const [one, other] = await twice("office", { headers })
  expect((await fetch(`${app[0]}/students`, one)).headers.get("Content-Encoding")).toBe("br")
  const [own, theirs] = [await answerOf(app[0], "/students", one), await answerOf(app[1], "/students", other)]
  expect(own.body).toBe(theirs.body)
})

/** The document as Remix's own `RemixServer` streams it, without what only a stream needs. */
async function streamed(remix: EntryContext, url: string): Promise<string> {
  const body = new PassThrough()
  const { pipe } = renderToPipeableStream(createElement(RemixServer, { context: remix, url }), {
    onAllReady: () => pipe(body),
  })
  return (await text(body)).replace(/<!--\/?\$-->/g, "")
}

const controller = "window.__remixContext.streamController"
const waiting =
  "window.__remixContext.stream = new ReadableStream({start(controller){window.__remixContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());"
/** Without what we write into a document after it was drawn: its nonce, and the marks of its forms. */
const asDrawn = (html: string) =>
  html.replace(/ nonce="[^"]*"/g, "").replace(/(name="form(?:Once|Shown)") value="[^"]*"/g, "$1")

/** A document of ours as Remix writes it, apart from its loaders' data, and the data. */
function partsOfOurs(html: string) {
  const [said = "", literal = ""] =
    /window\.__remixContext=\{basename:"\/",state:(\{.*\})\};(?=<\/script>)/.exec(html) ?? []
  return {
    page: asDrawn(
      html.replace(said, "settings").replace(/\(\(\)=>\{let h=history.*?(?=<\/script>)/, "scroll"),
    ),
    data: new Function(`return ${literal}`)() as unknown,
  }
}

/** The same of one that Remix streams; the nonce comes from our shell, which its rendering here is without. */
async function partsOfRemix(html: string) {
  const scripts = [...html.matchAll(/<script[^>]*>([^<]*)<\/script>/g)].filter(([, script = ""]) =>
    script.startsWith(controller),
  )
  const calls = scripts.map(([, script = ""]) => script).join("")
  const data = [...calls.matchAll(/\.enqueue\((".*?")\);/g)].map(([, said = ""]) => JSON.parse(said)).join("")
  const [settings = "", said = "{}"] = /window\.__remixContext = (\{.*?\});(?=window)/.exec(html) ?? []
  // What our document leaves out: a browser's build takes it as settled (scripts/unused-router-parts.mjs).
  expect(JSON.parse(said)).toMatchObject({
    basename: "/",
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_singleFetch: true,
      v3_lazyRouteDiscovery: false,
    },
    isSpaMode: false,
  })
  const page = scripts
    .reduce((rest, [script]) => rest.replace(script, ""), html)
    .replace(settings + waiting, "settings")
    .replace(/\(\(STORAGE_KEY[\s\S]*?(?=<\/script>)/, "scroll")
  const { value } = await decode(new Blob([data]).stream() as ReadableStream<Uint8Array>)
  return { page: asDrawn(page), data: value }
}

test.each([
  ["office", "/students"],
  ["office", `/students/${student}/edit`],
  ["teacher", "/dashboard/teacher"],
  ["family", "/student/dashboard"],
] as const)("the document rendered at once is Remix’s streamed one: %s, %s", async (who, path) => {
  const documents: { ours: string; remix: string }[] = []
  const render = build.entry.module.default as HandleDocumentRequestFunction
  const renderBoth: HandleDocumentRequestFunction = async (request, status, headers, remix, context) => {
    const [one, other] = remix.serverHandoffStream?.tee() ?? []
    const staticHandlerContext = { ...remix.staticHandlerContext }
    const answer = (await render(
      request,
      status,
      headers,
      { ...remix, serverHandoffStream: one },
      { ...context, takesDocument: false },
    )) as Response
    const standard = { ...remix, staticHandlerContext, serverHandoffStream: other, renderMeta: {} }
    const ours = await answer.text()
    documents.push({ ours, remix: await streamed(standard, request.url) })
    return new Response(null, { status, headers })
  }
  const entry = { ...build.entry, module: { ...build.entry.module, default: renderBoth } }
  const at = await listen(serveRemix({ ...build, entry }, "http://localhost:3000", "production"))
  // The first page of a browser carries its styles; a cookie says that it has them.
  const cookie = await cookieOf(who)
  const first = await fetch(app[0] + path, { headers: { Cookie: cookie } })
  const styles = first.headers.getSetCookie().map((each) => each.split(";")[0])
  await fetch(at + path, { headers: { Cookie: [cookie, ...styles].join("; ") } })
  const [{ ours, remix } = { ours: "", remix: "" }] = documents
  const own = partsOfOurs(ours)
  expect(own.data).toMatchObject({ loaderData: { root: expect.anything() } })
  expect(own).toEqual(await partsOfRemix(remix))
})

test("each difference that is listed exists", () => {
  expect([...differed].sort()).toEqual(Object.keys(byDesign).sort())
})
