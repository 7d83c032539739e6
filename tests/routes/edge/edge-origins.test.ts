import { readFileSync } from "node:fs"
import { Agent } from "node:http"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { formTokenOf } from "~/http/form-token.server"
import { keepSignInToken } from "~/http/sign-in-cookie.server"
import { findSignIn, startSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { newId } from "~/utils/ids.server"
import { fingerprint } from "../../support/demo"
import { routeTable } from "../../support/route-table"
import { openSchool } from "../../support/school"
import { type RunningServer, startServer } from "../../support/server"

// Nothing is changed from another site (OWASP CSRF sheet; budgets: every action and API call, 403, 0 rows changed).

/** Told by other machines, which prove themselves by a signature; there no sign-in counts. */
const signedCalls = [
  "/api/webhooks/paypal",
  "/api/webhooks/stripe/:schoolId",
  "/api/webhooks/twilio/:schoolId/status/:textId",
  "/api/webhooks/twilio/:schoolId/received",
  "/api/webhooks/email-events",
  "/api/webhooks/inbound-mail",
]

/** Every address with an action, its parameters filled in, and whether its action asks who is there. */
const actions = routeTable().flatMap(({ path, file }) => {
  if (signedCalls.includes(path)) return []
  const [, body] = readFileSync(`app/${file}`, "utf8").split(/export (?:async )?function action\b/)
  if (body === undefined) return []
  const guard = /\b(allowAnyone|find\w+|require\w+)\(/.exec(body)?.[1] ?? ""
  // An invoice's link is known to its holder and carried by no cookie: another site can't send what it doesn't know.
  const isPublic = [
    "allowAnyone",
    "requireInvoiceLink",
    "requireOffer",
    "requirePageOfLink",
    "requireSchoolPage",
  ].includes(guard)
  return [{ path: path.replace(/:\w+/g, newId()), isPublic }]
})
const unsafeMethods = ["POST", "PUT", "PATCH", "DELETE"]

let server: RunningServer
let viewer: Awaited<ReturnType<typeof signedIn>>
let stranger: Awaited<ReturnType<typeof signedIn>>

async function signedIn(userId: string) {
  const { token } = startSignIn(userId, { remember: false, userAgent: "test" })
  const cookie = (await keepSignInToken(token, undefined)).split(";")[0] ?? ""
  const viewer = findSignIn(token)
  return { cookie, formToken: viewer ? formTokenOf(viewer) : "" }
}

/** Also the bookkeeping: a refusal at the edge leaves everything exactly as it was. */
const everything = () => fingerprint({ bookkeeping: true })

beforeAll(async () => {
  viewer = await signedIn(openSchool().userId)
  stranger = await signedIn(openSchool().userId)
  server = await startServer()
})
/** Thousands of requests: most time goes by while each opens a connection. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
afterAll(() => {
  agent.destroy()
  return server?.stop()
})

describe("requests from another site", () => {
  test.each([
    ["Sec-Fetch-Site: cross-site", { "Sec-Fetch-Site": "cross-site" }],
    ["Sec-Fetch-Site: same-site", { "Sec-Fetch-Site": "same-site" }],
    ["Sec-Fetch-Site that means nothing", { "Sec-Fetch-Site": "own" }],
    ["a foreign Origin", { Origin: "https://evil.test" }],
    ["Origin: null", { Origin: "null" }],
    ["our host on another port", { Origin: "http://localhost:1" }],
    ["a foreign Referer", { Referer: "https://evil.test/page" }],
    ["an unreadable Referer", { Referer: "::" }],
    [
      "a foreign Origin that claims to be the browser itself",
      { "Sec-Fetch-Site": "none", Origin: "https://evil.test" },
    ],
    ["a foreign site that claims our Origin", { "Sec-Fetch-Site": "cross-site", Origin: "own" }],
    ["a foreign Origin beside our Referer", { Origin: "https://evil.test", Referer: "own" }],
  ])("with %s are refused everywhere and change nothing", async (name, facts) => {
    const headers = Object.fromEntries(
      Object.entries(facts).map(([header, value]) => [
        header,
        value === "own" && header !== "Sec-Fetch-Site" ? server.url : value,
      ]),
    )
    const before = everything()
    const addresses = [
      ...actions.map(({ path }) => path),
      "/api",
      "/api/user",
      "/api/no-such-call",
      "/dashboard",
    ].filter((path) => !(path === "/invitation" && name === "Origin: null"))
    const passed: string[] = []
    for (const path of addresses)
      for (const method of unsafeMethods) {
        const answer = await server.ask(path, {
          method,
          headers: { ...headers, Cookie: viewer.cookie, "Content-Type": "application/x-www-form-urlencoded" },
          body: `formToken=${viewer.formToken}`,
          agent,
        })
        if (answer.status !== 403) passed.push(`${method} ${path}: ${answer.status}`)
      }
    expect(passed).toEqual([])
    expect(everything()).toBe(before)
  })

  test("the page of an invitation hides its origin, even from itself: the token in its form speaks for it", async () => {
    const before = fingerprint()
    await expect(server.post("/invitation", { password: "kreisler-1905" }, { Origin: "null" })).toAnswer(400)
    expect(fingerprint()).toBe(before)
  })

  test("what a phone's Share menu sends comes from the browser itself, and what is too large leads to a page", async () => {
    const share = (bytes: number) =>
      server.ask("/messaging/shared", {
        method: "POST",
        headers: {
          "Sec-Fetch-Site": "none",
          Origin: "null",
          Cookie: viewer.cookie,
          "Content-Type": "application/x-www-form-urlencoded",
        },
        body: Buffer.from(`title=Scales&text=${"a".repeat(bytes)}`),
      })
    const taken = await share(10)
    expect([taken.status, taken.headers.location]).toEqual([
      303,
      "/messaging/new?subject=Scales&text=aaaaaaaaaa",
    ])
    const tooLarge = await share(12 * 2 ** 20)
    expect([tooLarge.status, tooLarge.headers.location]).toEqual([303, "/messaging/new?problem=too-large"])
  })

  test("the single fetch of a page's scripts is refused the same", async () => {
    const answer = await server.post(
      "/logout.data",
      {},
      { Origin: "https://evil.test", Cookie: viewer.cookie },
    )
    expect(answer.status).toBe(403)
  })

  test("an API call is refused in JSON, a page in text", async () => {
    const api = await server.post("/api/user", {}, { Origin: "https://evil.test" })
    expect(JSON.parse(api.text)).toEqual({ message: "This request came from another site." })
    const page = await server.post("/login", {}, { Origin: "https://evil.test" })
    expect([page.headers["content-type"], page.text]).toEqual([
      "text/plain; charset=utf-8",
      "This request came from another site.\n",
    ])
    expect(page.headers.vary).toContain("Sec-Fetch-Site, Origin")
  })
})

describe("messages of other machines", () => {
  test.each([
    ["/api/webhooks/paypal", "PayPal"],
    ["/api/webhooks/stripe/none", "Stripe"],
    ["/api/webhooks/twilio/none/received", "Twilio"],
    ["/api/webhooks/twilio/none/status/none", "Twilio"],
    ["/api/webhooks/email-events", "the mail provider"],
    ["/api/webhooks/inbound-mail", "the mail provider"],
  ])("to %s are asked for their signature, not for their origin", async (path, sender) => {
    const before = fingerprint()
    const answer = await server.post(path, {}, { Origin: "https://evil.test", Cookie: viewer.cookie })
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      401,
      { message: `This message isn’t from ${sender}.` },
    ])
    expect(fingerprint()).toBe(before)
  })
})

describe("requests of unknown origin", () => {
  const guarded = actions.filter(({ isPublic }) => !isPublic).map(({ path }) => path)

  test("there are guarded actions to prove this on", () => {
    expect(guarded).toContain("/logout")
  })

  test.each([
    ["no form token", () => ({})],
    ["another sign-in's form token", () => ({ formToken: stranger.formToken })],
    ["a form token that is none", () => ({ formToken: "x" })],
  ])("with a login and %s are refused and change nothing", async (_name, fields) => {
    const before = everything()
    const passed: string[] = []
    for (const path of guarded) {
      const answer = await server.post(path, fields(), { Cookie: viewer.cookie })
      if (answer.status !== 403) passed.push(`${path}: ${answer.status}`)
    }
    expect(passed).toEqual([])
    expect(everything()).toBe(before)
  })

  test("a call that no form can have sent is a program's: it needs no token", async () => {
    const one = await signedIn(openSchool().userId)
    const call = (method: string, path: string, headers: Record<string, string>, body?: string) =>
      server.ask(path, { method, headers: { Cookie: one.cookie, ...headers }, body })
    const json = { "Content-Type": "application/json" }
    const calls = [
      await call("POST", "/api/support/admin-chat/send", json, '{"content":"Hello"}'),
      await call("POST", "/api/subscription/manual-activation", json, "{}"),
      await call("DELETE", "/api/cleanup/cancel-registration", json, '{"email":7}'),
      await call("POST", "/api/support/upload-image", {
        "Content-Type": "multipart/form-data; boundary=x",
        Accept: "application/json",
      }),
    ]
    expect(calls.map(({ status }) => status)).toEqual([200, 400, 400, 400])
    const asForm = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html,*/*;q=0.8" }
    for (const path of ["/api/logout", "/api/subscription/manual-activation"]) {
      const refused = await call("POST", path, asForm, "a=1")
      expect([refused.status, JSON.parse(refused.text)]).toEqual([
        403,
        { message: "This call wasn’t sent from one of our pages." },
      ])
    }
    // A page of another site names its origin; a page of ours is no call.
    const foreign = { ...json, Origin: "https://evil.test" }
    expect((await call("POST", "/api/logout", foreign)).status).toBe(403)
    expect((await call("POST", "/logout", json, "{}")).status).toBe(403)
    expect((await call("POST", "/api/logout", {})).status).toBe(200)
  })

  test("the mark of the edge cannot be taken off or put on by a client", async () => {
    const own = { "x-tutti-unproven-origin": "", "x-tutti-address": "1.2.3.4", Cookie: viewer.cookie }
    expect((await server.post("/logout", {}, own)).status).toBe(403)
    const proven = { "x-tutti-unproven-origin": "1", Origin: server.url, Cookie: viewer.cookie }
    expect((await server.post("/switch-school", {}, proven)).status).not.toBe(403)
  })

  test("with the login's own form token they pass", async () => {
    const one = await signedIn(openSchool().userId)
    const refused: string[] = []
    // Logging out comes last; the heartbeat refuses everybody but platform staff, token or not.
    const others = new Set(["/logout", "/api/support/super-admin/heartbeat"])
    for (const path of guarded.filter((each) => !others.has(each))) {
      const answer = await server.post(path, { formToken: one.formToken }, { Cookie: one.cookie })
      // Some calls refuse this person for a reason of their own, and do so with our Origin as well.
      const isOwnRefusal = async () =>
        (await server.post(path, {}, { Cookie: one.cookie, Origin: server.url })).status === 403
      if (answer.status >= 500 || (answer.status === 403 && !(await isOwnRefusal())))
        refused.push(`${path}: ${answer.status}`)
    }
    expect(refused).toEqual([])
    const left = await server.post("/logout", { formToken: one.formToken }, { Cookie: one.cookie })
    expect([left.status, left.headers.location]).toEqual([303, "/"])
  })
})

describe("our own pages", () => {
  test.each([
    ["Sec-Fetch-Site: same-origin", () => ({ "Sec-Fetch-Site": "same-origin" })],
    ["our Origin", () => ({ Origin: server.url })],
    ["our Referer", () => ({ Referer: `${server.url}/dashboard` })],
    // Remix's own check compares Origin with Host; ours has settled it before.
    [
      "the page opened under another name of this machine",
      () => ({
        "Sec-Fetch-Site": "same-origin",
        Origin: `http://127.0.0.1:${server.port}`,
        Host: "127.0.0.1",
      }),
    ],
  ])("may change things: %s", async (_name, headers) => {
    const one = await signedIn(openSchool().userId)
    const answer = await server.post("/logout", {}, { ...headers(), Cookie: one.cookie })
    expect([answer.status, answer.headers.location]).toEqual([303, "/"])
  })
})
