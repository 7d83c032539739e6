import { Resend } from "resend"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../../sandbox/sandbox"

let sandbox: Sandbox
let resend: Resend
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appUrl: "http://localhost:3000" })
  resend = new Resend("re_practice", { baseUrl: `${sandbox.url}/resend` })
})
beforeEach(() => control("/reset", {}))
afterAll(() => sandbox.close())

const control = (path: string, body: unknown) =>
  fetch(`${sandbox.url}/__control${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
const messages = async (query = "") => (await fetch(`${sandbox.url}/mailbox/messages.json${query}`)).json()

const reminder = {
  from: "Harmony School of Music <school@harmony.example>",
  to: "jonas@haddad.example",
  subject: "Otis has a lesson tomorrow",
  text: "Piano at 3:30. See http://localhost:3000/portal?day=1&of=2",
  html: `<p>Piano at 3:30. <a href="http://localhost:3000/portal">Open</a></p><script>alert(1)</script>`,
}

test("a mail sent through Resend's own client arrives in the mailbox, newest first", async () => {
  const first = await resend.emails.send({
    ...reminder,
    headers: { "List-Unsubscribe": "<http://localhost:3000/u/1>" },
  })
  expect(first.error).toBeNull()
  await resend.emails.send({
    ...reminder,
    to: ["ruth@harmony.example", "milo@harmony.example"],
    subject: "Later",
  })

  const [newest, oldest] = await messages()
  expect(newest).toMatchObject({ to: ["ruth@harmony.example", "milo@harmony.example"], subject: "Later" })
  expect(oldest).toMatchObject({
    id: first.data?.id,
    to: ["jonas@haddad.example"],
    text: reminder.text,
    html: reminder.html,
    headers: { "List-Unsubscribe": "<http://localhost:3000/u/1>" },
    attachments: [],
  })
  expect(oldest.at).toBeGreaterThan(Date.now() - 60_000)
  expect(await messages("?to=Milo@harmony.example")).toHaveLength(1)
})

test("an attachment can be downloaded as it was sent", async () => {
  const calendar = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"
  const contentType = "text/calendar; charset=utf-8; method=REQUEST"
  await resend.emails.send({
    ...reminder,
    attachments: [{ filename: "lesson.ics", content: Buffer.from(calendar), contentType }],
  })
  const [{ attachments }] = await messages()
  expect(attachments).toMatchObject([{ filename: "lesson.ics", contentType, size: calendar.length }])
  const download = await fetch(sandbox.url + attachments[0].url)
  expect(await download.text()).toBe(calendar)
  expect(download.headers.get("Content-Type")).toBe(contentType)
  expect(download.headers.get("Content-Disposition")).toContain("lesson.ics")
})

test("the same idempotency key sends once, and refuses another payload", async () => {
  const options = { idempotencyKey: "outbox-17" }
  const first = await resend.emails.send(reminder, options)
  const repeat = await resend.emails.send(reminder, options)
  expect(repeat.data?.id).toBe(first.data?.id)
  const changed = await resend.emails.send({ ...reminder, subject: "Something else" }, options)
  expect(changed.error).toMatchObject({ statusCode: 409, name: "invalid_idempotent_request" })
  expect(await messages()).toHaveLength(1)

  await control("/clock", { advance: "PT25H" })
  expect((await resend.emails.send(reminder, options)).data?.id).not.toBe(first.data?.id)
})

test("wrong mails are refused in Resend's words", async () => {
  const refusalOf = async (changes: object) => (await resend.emails.send({ ...reminder, ...changes })).error
  expect(await refusalOf({ from: "nobody" })).toMatchObject({ statusCode: 422, name: "invalid_from_address" })
  expect(await refusalOf({ to: "nobody" })).toMatchObject({ statusCode: 422, name: "validation_error" })
  expect(await refusalOf({ to: [] })).toMatchObject({ statusCode: 422, name: "validation_error" })
  expect(await refusalOf({ to: undefined })).toMatchObject({
    statusCode: 422,
    name: "missing_required_field",
  })
  expect(await refusalOf({ text: undefined, html: undefined })).toMatchObject({
    name: "missing_required_field",
  })
  expect(await refusalOf({ subject: "One\r\nBcc: two@example.com" })).toMatchObject({
    name: "validation_error",
  })
  expect(await refusalOf({ attachments: [{ filename: "a.txt" }] })).toMatchObject({
    name: "invalid_attachment",
  })
  const longKey = { idempotencyKey: "k".repeat(257) }
  expect((await resend.emails.send(reminder, longKey)).error).toMatchObject({
    statusCode: 400,
    name: "invalid_idempotency_key",
  })
  expect(await messages()).toHaveLength(0)
})

test("a call without a key, and a body that is not JSON, are refused", async () => {
  const send = (headers: Record<string, string>) =>
    fetch(`${sandbox.url}/resend/emails`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: "{",
    })
  const anonymous = await send({})
  expect(anonymous.status).toBe(401)
  expect((await anonymous.json()).name).toBe("missing_api_key")
  const broken = await send({ Authorization: "Bearer re_practice" })
  expect(broken.status).toBe(400)
  expect((await broken.json()).name).toBe("validation_error")
})

test("the rate limit answers 429 when asked to, then lets the mail through", async () => {
  await control("/faults", { target: "resend", kind: "status", status: 429 })
  expect((await resend.emails.send(reminder)).error).toMatchObject({
    statusCode: 429,
    name: "rate_limit_exceeded",
  })
  expect((await resend.emails.send(reminder)).error).toBeNull()
  expect(await messages()).toHaveLength(1)
})

test("people read mail as text and as HTML that can do no harm", async () => {
  const { data } = await resend.emails.send({ ...reminder, subject: `<b>"Bold"</b>` })
  const list = await (await fetch(`${sandbox.url}/mailbox`)).text()
  expect(list).toContain("&lt;b&gt;&quot;Bold&quot;&lt;/b&gt;")

  const letter = await (await fetch(`${sandbox.url}/mailbox/${data?.id}`)).text()
  expect(letter).toContain(
    `<a href="http://localhost:3000/portal?day=1&amp;of=2">http://localhost:3000/portal?day=1&amp;of=2</a>`,
  )
  expect(letter).toMatch(/<iframe sandbox="[^"]*" src="\/mailbox\/[^"]+\/html"/)
  expect(letter).not.toContain("<script")

  const framed = await fetch(`${sandbox.url}/mailbox/${data?.id}/html`)
  expect(framed.headers.get("Content-Security-Policy")).toMatch(/^sandbox .*default-src 'none'/)
  expect(framed.headers.get("Content-Security-Policy")).not.toContain("allow-scripts")
  expect((await fetch(`${sandbox.url}/mailbox/nobodys`)).status).toBe(404)
})
