import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import Ajv from "ajv/dist/2020"
import addFormats from "ajv-formats"
import { afterAll, beforeAll, expect, test } from "vitest"
import { isFromTwilio, twilioTexts } from "~/providers/text-messages/twilio.server"
import { signatureOf } from "../../sandbox/twilio/messages"
import { schoolNumber, startTwilio, textAccount, textKey } from "../support/twilio"

// The stand-in, and our calls of it, against Twilio's own description of its Messages.

type Schema = Record<string, unknown>
type Operation = {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: {
    content: Record<string, { schema: { properties: Record<string, Schema>; required?: string[] } }>
  }
  responses: Record<string, { content: { "application/json": { schema: Schema } } }>
}
const description = JSON.parse(readFileSync("tests/support/twilio-openapi.json", "utf8")) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** OpenAPI 3.0 says `nullable` where JSON Schema has a type "null". */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain)
  if (typeof schema !== "object" || schema === null) return schema
  const { nullable, $ref, ...rest } = schema as Schema
  const named = typeof $ref === "string" ? $ref.split("/").at(-1) : undefined
  const whole = named ? description.components.schemas[named] : rest
  const made = Object.fromEntries(Object.entries(whole ?? {}).map(([name, each]) => [name, plain(each)]))
  return nullable ? { anyOf: [made, { type: "null" }] } : made
}

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats(ajv)
ajv.addFormat("date-time-rfc-2822", (text) => /^\w{3}, \d{2} \w{3} \d{4} [\d:]{8} \+0000$/.test(text))
ajv.addFormat("phone-number", /^\+?\w[\w: +]*$/)
ajv.addFormat("currency", /^[A-Za-z]{3}$/)
ajv.addFormat("uri-map", true)
// Twilio's own example of a page has addresses relative to its API.
ajv.addFormat("uri", (text) => URL.canParse(text, "https://api.twilio.com"))

const messagesPath = "/2010-04-01/Accounts/{AccountSid}/Messages.json"
const messagePath = "/2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json"

let twilio: Awaited<ReturnType<typeof startTwilio>>
const asked: { method: string; url: URL; body: URLSearchParams }[] = []
const realFetch = globalThis.fetch
beforeAll(async () => {
  twilio = await startTwilio()
  // Listens in on what is asked and answered; both are left as they are.
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input))
    const answer = await realFetch(input, init)
    if (url.pathname.startsWith("/twilio/")) {
      asked.push({ method: init?.method ?? "GET", url, body: new URLSearchParams(String(init?.body ?? "")) })
      answers.push(await answer.clone().json())
    }
    return answer
  }
})
const answers: unknown[] = []
afterAll(async () => {
  globalThis.fetch = realFetch
  await twilio.close()
})

function expectAnswer(path: string, method: string, status: string) {
  const schema = description.paths[path]?.[method]?.responses[status]?.content["application/json"].schema
  const validate = ajv.compile(plain(schema) as object)
  expect(validate(answers.at(-1)), JSON.stringify(validate.errors)).toBe(true)
}

const school = () => twilioTexts({ account: textAccount, key: textKey })
const signal = new AbortController().signal
const text = { to: "+15125550123", from: schoolNumber, body: "Lesson canceled", signal }

test("a text that we send is one that Twilio describes, and so is its answer", async () => {
  const statusUrl = "https://tutti.example/api/webhooks/twilio/s/status/t"
  await twilio.pause()
  expect(await school().send({ ...text, statusUrl })).toMatchObject({
    is: "taken",
    text: { state: "accepted", segments: 1, costMicros: null },
  })
  const properties =
    description.paths[messagesPath]?.post?.requestBody?.content["application/x-www-form-urlencoded"]?.schema
      .properties ?? {}
  const sent = asked.at(-1)
  for (const [name, value] of sent?.body ?? []) {
    expect(Object.keys(properties)).toContain(name)
    const validate = ajv.compile(plain(properties[name]) as object)
    expect(validate(value), `${name}: ${JSON.stringify(validate.errors)}`).toBe(true)
  }
  expectAnswer(messagesPath, "post", "201")
})

test("what became of a text, and the latest ones, are asked and answered as described", async () => {
  const listed = await school().list({ from: schoolNumber, to: text.to })
  const names = description.paths[messagesPath]?.get?.parameters?.map(({ name }) => name)
  for (const name of asked.at(-1)?.url.searchParams.keys() ?? []) expect(names).toContain(name)
  expectAnswer(messagesPath, "get", "200")
  const id = listed.ok ? listed.facts[0]?.id : undefined
  await twilio.carryOn()
  expect(await school().show(id ?? "")).toMatchObject({
    ok: true,
    facts: { state: "delivered", costMicros: 8300, currency: "USD" },
  })
  expectAnswer(messagePath, "get", "200")
})

test("what Twilio refuses is named in our words", async () => {
  const to = async (number: string) => school().send({ ...text, to: number, statusUrl: null })
  expect(await to("+15005550001")).toMatchObject({ is: "refused", isFinal: true, reason: "wrong-number" })
  expect(await to("+15005550003")).toMatchObject({ is: "refused", isFinal: true, reason: "not-allowed" })
  await twilio.reply("+15125550777", "Stop")
  expect(await to("+15125550777")).toMatchObject({ is: "refused", isFinal: true, reason: "stopped" })
  await twilio.reply("+15125550777", "START")
  expect(await to("+15125550777")).toMatchObject({ is: "taken" })
  const wrong = twilioTexts({ account: textAccount, key: "bad" })
  expect(await wrong.send({ ...text, statusUrl: null })).toMatchObject({
    is: "refused",
    isFinal: false,
    reason: "wrong-key",
  })
  expect(await wrong.list({ from: schoolNumber })).toBeRefused("wrong-key")
})

test("what may have been carried out is unknown, and patience is no failure", async () => {
  await twilio.fault({ kind: "reset", afterwards: true })
  expect(await school().send({ ...text, statusUrl: null })).toMatchObject({ is: "unknown" })
  await twilio.fault({ kind: "status", status: 503 })
  expect(await school().send({ ...text, statusUrl: null })).toMatchObject({ is: "unknown" })
  await twilio.fault({ kind: "malformed" })
  expect(await school().send({ ...text, statusUrl: null })).toMatchObject({ is: "unknown" })
  await twilio.fault({ kind: "status", status: 429 })
  expect(await school().send({ ...text, statusUrl: null })).toMatchObject({ is: "postponed", waitMs: 1000 })
})

test("a text that is forgotten while the app is told of it stays forgotten", async () => {
  const app = createServer().listen(0)
  await once(app, "listening")
  await twilio.pause()
  const { port } = app.address() as AddressInfo
  const statusUrl = `http://localhost:${port}/`
  expect(await school().send({ ...text, statusUrl })).toMatchObject({ is: "taken" })
  const told = once(app, "request") as Promise<[unknown, ServerResponse]>
  const carriedOn = twilio.carryOn()
  const [, answer] = await told
  await twilio.clear()
  answer.end()
  await carriedOn
  expect(await twilio.messages()).toEqual([])
  app.closeAllConnections()
  await new Promise((resolve) => app.close(resolve))
})

test("a signature fits one key, one address and the fields as they were sent", () => {
  // The example of Twilio's own documentation.
  const example = {
    url: "https://example.com/myapp.php?foo=1&bar=2",
    fields: new URLSearchParams({
      CallSid: "CA1234567890ABCDE",
      Caller: "+14158675310",
      Digits: "1234",
      From: "+14158675310",
      To: "+18005551212",
    }),
  }
  const signature = signatureOf(example.url, Object.fromEntries(example.fields), "12345")
  expect(isFromTwilio({ ...example, signature }, "12345")).toBe(true)
  expect(isFromTwilio({ ...example, signature }, "54321")).toBe(false)
  expect(isFromTwilio({ ...example, signature: null }, "12345")).toBe(false)
  expect(isFromTwilio({ ...example, url: `${example.url}&x`, signature }, "12345")).toBe(false)
  const changed = new URLSearchParams(example.fields)
  changed.set("From", "+15550001111")
  expect(isFromTwilio({ ...example, fields: changed, signature }, "12345")).toBe(false)
})
