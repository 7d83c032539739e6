import { beforeAll, describe, expect, test } from "vitest"
import { Browser } from "../../support/app"
import { browserOf, useSeededDatabase } from "../../support/demo"

// Every call of the JSON API that takes a body, each of its values replaced by what no one should send, and bodies that are
// none at all. What it does is taken back at once.

const email = "zoe.okafor@elsewhere.example"
const password = "kreisler-1905"
const plan = { plan: "standard", timeZone: "America/New_York" }
const calls: [string, string, Record<string, unknown>, method?: string][] = [
  ["nobody", "/api/login", { username: "admin@harmony.example", password: "wrong", rememberMe: true }],
  [
    "nobody",
    "/api/register",
    { role: "school", name: "Zoe Okafor", email, password, schoolName: "Okafor Strings", ...plan },
  ],
  [
    "nobody",
    "/api/auth/register-school",
    {
      fullName: "Zoe Okafor",
      email,
      password,
      confirmPassword: password,
      schoolName: "Okafor Strings",
      ...plan,
    },
  ],
  ["nobody", "/api/email/password-reset", { email }],
  [
    "nobody",
    "/api/auth/reset-password",
    { token: "t".repeat(43), email, password, confirmPassword: password },
  ],
  ["nobody", "/api/contact", { name: "Zoe", email, subject: "Lessons", message: "Do you teach the oud?" }],
  ["nobody", "/api/demo-request", { fullName: "Zoe Okafor", email, countryCode: "+1", phone: "5550100199" }],
  [
    "nobody",
    "/api/webhooks/paypal",
    { id: "WH-1", event_type: "PAYMENT.SALE.COMPLETED", resource: { id: "S-1" } },
  ],
  [
    "nobody",
    "/api/webhooks/stripe/nobody",
    { id: "evt_1", type: "charge.refunded", data: { object: { id: "ch_1" } } },
  ],
  [
    "nobody",
    "/api/webhooks/twilio/nobody/received",
    { MessageSid: "SM1", From: "+15125550142", Body: "Hello" },
  ],
  ["nobody", "/api/webhooks/twilio/unknown/status/nothing", { MessageSid: "SM1", MessageStatus: "sent" }],
  ["nobody", "/api/webhooks/email-events", { type: "email.bounced", data: { email_id: "1" } }],
  ["nobody", "/api/webhooks/inbound-mail", { type: "email.received", data: { email_id: "1" } }],
  ["admin@harmony.example", "/api/support/ai-chat/send", { content: "How do I import a roster?" }],
  ["admin@harmony.example", "/api/support/admin-chat/send", { content: "Hello" }],
  ["admin@harmony.example", "/api/support/read", { mode: "admin" }],
  ["super@tutti.example", "/api/support/super-admin/heartbeat", { userId: "someone" }],
  [
    "pending@newschool.example",
    "/api/subscription/manual-activation",
    { amount: "29", planName: "standard", currency: "USD" },
  ],
  ["pending@newschool.example", "/api/cleanup/cancel-registration", { reason: "Changed my mind" }, "DELETE"],
]

const deep = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels))
const values: unknown[] = [
  null,
  true,
  -1,
  1e308,
  "",
  "   ",
  "x".repeat(10_000),
  "A\u0000\u0007",
  "\ud800 alone",
  "\u202egnp.exe",
  `"><script>alert(1)</script>`,
  "=cmd|' /C calc'!A0",
  "2026-02-30",
  [],
  ["a", "b"],
  {},
  { $gt: "" },
  deep(2000),
]
const bodies = [
  "",
  "null",
  "[]",
  "7",
  '"text"',
  "{",
  '{"__proto__":{"isSuperAdmin":true}}',
  "[".repeat(100_000),
  "{}",
]

const trial = (step: "begin" | "rollback") =>
  (globalThis as typeof globalThis & { tuttiTrial?: (step: string) => void }).tuttiTrial?.(step)

const browsers = new Map<string, Browser>()
beforeAll(async () => {
  useSeededDatabase()
  for (const [person] of calls)
    if (!browsers.has(person))
      browsers.set(person, person === "nobody" ? new Browser() : await browserOf(person))
  await browsers.get("nobody")?.visit("/about")
})

/** The status of a call that is taken back, and what it says where it refuses. */
async function ask(person: string, path: string, body: unknown, method: string) {
  trial("begin")
  try {
    const answer = await (browsers.get(person) ?? new Browser()).copy().call(method, path, body)
    const said = await answer.text()
    return { status: answer.status, said }
  } finally {
    trial("rollback")
  }
}

const internals = /node_modules|at [\w.]+ \(|SQLITE|ZodError|TypeError/

describe("hostile calls", () => {
  test.each(calls)("%s at %s", async (person, path, good, method = "POST") => {
    const problems: string[] = []
    const check = async (words: string, body: unknown) => {
      const { status, said } = await ask(person, path, body, method)
      // 502 and 503 say that the payment provider or a mail could not be reached, in words.
      if (status === 500 || status === 501) problems.push(`${status} ${words}`)
      if (status >= 400 && typeof JSON.parse(said).message !== "string") problems.push(`no message ${words}`)
      if (internals.test(said)) problems.push(`internals ${words}: ${said.slice(0, 100)}`)
      return status
    }
    for (const body of bodies) {
      const status = await check(`body ${body.slice(0, 40)}`, body)
      if (!body.startsWith('{"') && body !== "{}" && status < 400)
        problems.push(`accepted body ${body.slice(0, 40)}`)
    }
    for (const name of Object.keys(good)) {
      const { [name]: _, ...without } = good
      await check(`without ${name}`, without)
      for (const value of values) {
        const words = `${name} = ${JSON.stringify(value).slice(0, 40)}`
        const status = await check(words, { ...good, [name]: value })
        const isControl = typeof value === "string" && value.includes("\u0000") && !/password/i.test(name)
        if (isControl && !path.startsWith("/api/webhooks/") && status < 400)
          problems.push(`accepted ${words}`)
      }
    }
    expect(problems).toEqual([])
  })
})
