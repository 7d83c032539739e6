import { randomUUID } from "node:crypto"
import Ajv from "ajv/dist/2020"
import addFormats from "ajv-formats"
import { users } from "db/schema/accounts"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import { hashPassword } from "~/models/accounts/user/password.server"
import { makeOneTimeLink, tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { indexHelpArticles } from "~/models/platform/help/help-search.server"
import { Browser } from "../../support/app"
import { startPayPal } from "../../support/paypal"
import { asFile, photo, svg } from "../../support/pictures"
import { routeTable } from "../../support/route-table"
import { addMember, changeRows, openSchool, rowOf } from "../../support/school"
import { turnOnSecondFactor } from "../../support/second-factor"
import { addStaff } from "../../support/support-chat"
import { openBridge } from "../../support/webhook-bridge"

// GET /api/openapi.json against what the calls really answer.

type Operation = { responses: Record<string, { content: { "application/json": { schema: object } } }> }
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

const password = "three small words"
const ajv = new Ajv({ strict: false, allErrors: true })
addFormats(ajv)

let document: Document
let paypal: Awaited<ReturnType<typeof startPayPal>>
let bridge: Awaited<ReturnType<typeof openBridge>>
let passwordHash: string

beforeAll(async () => {
  paypal = await startPayPal()
  bridge = await openBridge()
  await paypal.tell(bridge.url)
  indexHelpArticles()
  passwordHash = await hashPassword(password)
  document = (await (await new Browser().visit("/api/openapi.json")).json()) as Document
})
afterAll(async () => {
  await bridge.close()
  await paypal.close()
})

const templateOf = (path: string) => path.replace(/:(\w+)/g, "{$1}")

/** Somebody with a password; their school is paid for unless told otherwise. */
async function person(facts: Parameters<typeof openSchool>[0] = {}) {
  const { actor, userId } = openSchool(facts)
  changeRows(users, { id: userId }, { passwordHash })
  const email = rowOf(users, { id: userId })?.email ?? ""
  return { actor, userId, email, schoolId: actor.school.id, browser: await Browser.of(userId) }
}
const visitor = () => new Browser()
const registration = (email: string) => ({
  name: "Ines Duarte",
  email,
  password,
  schoolName: "Duarte",
  role: "admin",
})
const activation = { amount: "2999", planName: "Standard Monthly", currency: "USD" }
const contact = { name: "Ines", email: "ines@example.com", subject: "Hello", message: "How are you?" }
const demo = {
  fullName: "Ines Duarte",
  email: "ines@example.com",
  countryCode: "+1",
  phone: "5550100",
  schoolName: "Duarte Strings",
  role: "owner",
  schoolSize: "1-25",
  numberOfTeachers: "1-2",
  preferredTime: "flexible",
  timezone: "EST",
}

async function resetLink() {
  const { userId, email } = await person()
  const linkId = makeOneTimeLink({
    purpose: "password-reset",
    schoolId: null,
    subjectId: userId,
    email,
    lifetimeMs: 3_600_000,
  })
  return { token: tokenOf(linkId), email, password: "four quite small words" }
}

async function webhook(): Promise<Response> {
  const { actor } = await person({ active: false })
  const started = await startSubscription(actor, { plan: "standard", interval: "yearly" })
  if (!started.ok) throw new Error(started.reason)
  await paypal.press(started.approveUrl, "agree")
  await paypal.deliver()
  const answer = bridge.answers.at(-1)
  return new Response(answer?.body, {
    status: answer?.status,
    headers: { "Content-Type": "application/json", "Cache-Control": "private, no-store" },
  })
}

/** Each call with the answers that are asked for here: status, then how to get it. */
const cases: Record<string, [status: number, ask: () => Promise<Response>][]> = {
  "get /api/openapi.json": [
    [200, () => visitor().visit("/api/openapi.json")],
    [405, () => visitor().call("POST", "/api/openapi.json", {})],
  ],
  "get /api/user": [
    [200, async () => (await person()).browser.visit("/api/user")],
    [200, async () => (await Browser.of(addStaff().userId)).visit("/api/user")],
    [401, () => visitor().visit("/api/user")],
    [405, () => visitor().call("POST", "/api/user", {})],
  ],
  "post /api/login": [
    [200, async () => visitor().call("POST", "/api/login", { username: (await person()).email, password })],
    [400, () => visitor().call("POST", "/api/login", {})],
    [401, () => visitor().call("POST", "/api/login", { username: "nobody", password })],
    [
      401,
      async () => {
        const { userId, email } = await person()
        turnOnSecondFactor(userId)
        return visitor().call("POST", "/api/login", { username: email, password })
      },
    ],
    [405, () => visitor().visit("/api/login")],
    [415, () => visitor().submit("/api/login", { username: "ruth" })],
  ],
  "post /api/logout": [
    [200, async () => (await person()).browser.call("POST", "/api/logout")],
    [405, () => visitor().visit("/api/logout")],
  ],
  "post /api/register": [
    [201, () => visitor().call("POST", "/api/register", registration("one@openapi.example"))],
    [
      400,
      () => visitor().call("POST", "/api/register", { ...registration("x@y.example"), role: "super_admin" }),
    ],
    [409, async () => visitor().call("POST", "/api/register", registration((await person()).email))],
  ],
  "post /api/auth/register-school": [
    [201, () => registerSchool("two@openapi.example")],
    [400, () => registerSchool("two")],
    [409, async () => registerSchool((await person()).email)],
  ],
  "get /api/school-by-id/{schoolId}": [
    [200, () => own((id) => `/api/school-by-id/${id}`)],
    [401, () => visitor().visit("/api/school-by-id/x")],
    [404, () => own(() => "/api/school-by-id/x")],
  ],
  "post /api/email/password-reset": [
    [200, () => visitor().call("POST", "/api/email/password-reset", { email: "nobody@example.com" })],
    [400, () => visitor().call("POST", "/api/email/password-reset", { email: "nobody" })],
  ],
  "post /api/auth/reset-password": [
    [200, async () => visitor().call("POST", "/api/auth/reset-password", await resetLink())],
    [
      400,
      () =>
        visitor().call("POST", "/api/auth/reset-password", { token: "x", email: "a@b.example", password }),
    ],
  ],
  "get /api/support/ai-chat": [
    [200, () => own(() => "/api/support/ai-chat")],
    [401, () => visitor().visit("/api/support/ai-chat")],
  ],
  "post /api/support/ai-chat/send": [
    [200, () => ownPost("/api/support/ai-chat/send", { content: "How do I take the register?" })],
    [400, () => ownPost("/api/support/ai-chat/send", { content: " " })],
    [401, () => visitor().call("POST", "/api/support/ai-chat/send", { content: "x" })],
  ],
  "get /api/support/admin-chat": [
    [
      200,
      async () => {
        const { browser } = await person()
        await browser.call("POST", "/api/support/admin-chat/send", { content: "Hello" })
        return browser.visit("/api/support/admin-chat")
      },
    ],
  ],
  "post /api/support/admin-chat/send": [
    [200, () => ownPost("/api/support/admin-chat/send", { content: "Hello" })],
    [400, () => ownPost("/api/support/admin-chat/send", { content: 7 })],
    [403, async () => (await Browser.of(addStaff().userId)).call("POST", "/api/support/admin-chat/send", {})],
  ],
  "post /api/support/read": [[200, () => ownPost("/api/support/read", {})]],
  "get /api/support/unread-count": [[200, () => own(() => "/api/support/unread-count")]],
  "post /api/support/upload-image": [
    [200, async () => upload(await photo())],
    [415, () => upload(svg)],
    [401, () => visitor().call("POST", "/api/support/upload-image", {})],
  ],
  "get /api/support/super-admin/status": [[200, () => own(() => "/api/support/super-admin/status")]],
  "post /api/support/super-admin/heartbeat": [
    [
      200,
      async () => {
        const { userId } = addStaff()
        return (await Browser.of(userId)).call("POST", "/api/support/super-admin/heartbeat", { userId })
      },
    ],
    [403, () => ownPost("/api/support/super-admin/heartbeat", { userId: randomUUID() })],
  ],
  "get /api/auth/plans": [[200, () => visitor().visit("/api/auth/plans")]],
  "get /api/auth/subscription-status": [
    [200, () => own(() => "/api/auth/subscription-status")],
    [401, () => visitor().visit("/api/auth/subscription-status")],
  ],
  "get /api/subscription/limits/{schoolId}": [
    [200, () => own((id) => `/api/subscription/limits/${id}`)],
    [200, () => own((id) => `/api/subscription/limits/${id}`, { kind: "solo" })],
    [
      403,
      async () => {
        const { actor, schoolId } = await person()
        const teacher = await Browser.of(addMember(actor, "teacher", "Leo Marsh").userId)
        return teacher.visit(`/api/subscription/limits/${schoolId}`)
      },
    ],
    [404, () => own(() => "/api/subscription/limits/x")],
  ],
  "post /api/subscription/manual-activation": [
    [200, () => ownPost("/api/subscription/manual-activation", activation, { active: false })],
    [400, () => ownPost("/api/subscription/manual-activation", { amount: 1 })],
    [401, () => visitor().call("POST", "/api/subscription/manual-activation", activation)],
  ],
  "delete /api/cleanup/cancel-registration": [
    [
      200,
      async () => {
        const { browser, email } = await person({ active: false })
        return browser.call("DELETE", "/api/cleanup/cancel-registration", { email })
      },
    ],
    [
      403,
      async () =>
        (await person()).browser.call("DELETE", "/api/cleanup/cancel-registration", { email: "a@b" }),
    ],
    [405, () => ownPost("/api/cleanup/cancel-registration", {})],
  ],
  "get /api/{providerKey}/config": [
    [200, () => visitor().visit("/api/paypal/config?sandbox=true")],
    [404, () => visitor().visit("/api/stripe/config")],
  ],
  "post /api/webhooks/paypal": [
    [200, webhook],
    [401, () => visitor().call("POST", "/api/webhooks/paypal", { id: "WH-1", event_type: "X" })],
  ],
  "post /api/webhooks/stripe/{schoolId}": [
    [401, () => visitor().call("POST", "/api/webhooks/stripe/none", { type: "checkout.session.completed" })],
  ],
  "post /api/webhooks/twilio/{schoolId}/status/{textId}": [
    [401, () => visitor().call("POST", "/api/webhooks/twilio/none/status/none", {})],
  ],
  "post /api/webhooks/twilio/{schoolId}/received": [
    [401, () => visitor().call("POST", "/api/webhooks/twilio/none/received", {})],
  ],
  "post /api/webhooks/email-events": [
    [401, () => visitor().call("POST", "/api/webhooks/email-events", { type: "email.bounced" })],
  ],
  "post /api/webhooks/inbound-mail": [
    [401, () => visitor().call("POST", "/api/webhooks/inbound-mail", { type: "email.received" })],
  ],
  "post /api/contact": [
    [200, () => visitor().call("POST", "/api/contact", contact)],
    [400, () => visitor().call("POST", "/api/contact", {})],
  ],
  "post /api/demo-request": [
    [200, () => visitor().call("POST", "/api/demo-request", demo)],
    [400, () => visitor().call("POST", "/api/demo-request", {})],
  ],
}

const own = async (path: (schoolId: string) => string, facts = {}) => {
  const { browser, schoolId } = await person(facts)
  return browser.visit(path(schoolId))
}
const ownPost = async (path: string, body: unknown, facts = {}) =>
  (await person(facts)).browser.call("POST", path, body)
const upload = async (bytes: Buffer) =>
  (await person()).browser.submit("/api/support/upload-image", { image: asFile(bytes) })
const registerSchool = (email: string) =>
  visitor().call("POST", "/api/auth/register-school", {
    fullName: "Al Ng",
    schoolName: "Ng",
    email,
    password,
  })

test("a call that does not exist is answered as one", async () => {
  for (const method of ["GET", "POST", "DELETE"]) {
    const answer = await visitor().call(method, "/api/no-such-call")
    expect([answer.status, await answer.json()]).toEqual([404, { message: "Not found" }])
  }
})

describe("the description of the API", () => {
  test("names every call under /api, each with its method, and no other", () => {
    const described = Object.keys(document.paths).sort()
    const routes = [...new Set(routeTable().map(({ path }) => path))].filter(
      (path) => path.startsWith("/api/") && path !== "/api/*",
    )
    expect(described).toEqual(routes.map(templateOf).sort())
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(operations.sort(), "each call is asked below").toEqual(Object.keys(cases).sort())
  })

  test("its schemas can be read, and every answer's schema is closed", () => {
    for (const methods of Object.values(document.paths))
      for (const { responses } of Object.values(methods))
        for (const answer of Object.values(responses))
          expect(() => ajv.compile(answer.content["application/json"].schema)).not.toThrow()
  })

  test("a request body names what is required of it", () => {
    const body = document.paths["/api/register"]?.post as unknown as {
      requestBody: { content: { "application/json": { schema: { required: string[] } } } }
    }
    expect(body.requestBody.content["application/json"].schema.required).toEqual([
      "name",
      "email",
      "password",
      "schoolName",
      "role",
    ])
  })
})

describe("what is really answered", () => {
  for (const [call, asked] of Object.entries(cases))
    test.each(asked)(`${call}: %i`, async (status, ask) => {
      const [method = "", path = ""] = call.split(" ")
      const answer = await ask()
      const body: unknown = await answer.json()
      expect([answer.status, body]).toEqual([status, expect.anything()])
      expect(answer.headers.get("Cache-Control")).toContain("no-store")
      expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/)
      const described = document.paths[path]?.[method]?.responses[status]
      expect(described, `${call} does not know ${status}`).toBeDefined()
      const validate = ajv.compile(described?.content["application/json"].schema ?? false)
      validate(body)
      expect(validate.errors ?? [], JSON.stringify(body)).toEqual([])
    })
})
