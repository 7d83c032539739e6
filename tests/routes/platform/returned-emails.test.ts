import { bouncedAddresses, emails } from "db/schema/foundation-mail"
import { afterAll, beforeAll, expect, test } from "vitest"
import { sendNextMail } from "~/jobs/mail/send-mail.server"
import { listOffice } from "~/models/accounts/school/office.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { fixClock } from "~/utils/clock.server"
import { startSandbox } from "../../../sandbox/sandbox"
import { Browser } from "../../support/app"
import { openFamily } from "../../support/billing"
import { testNow } from "../../support/clock"
import { inAct } from "../../support/in-act"
import { openSchool, rowOf, rowsOf } from "../../support/school"
import { withSettings } from "../../support/settings"
import { addStaff } from "../../support/support-chat"
import { openBridge } from "../../support/webhook-bridge"

// Mail that comes back: the provider tells us, signed; the address is marked beside its person, told to the office once, and
// mailed no more until someone confirms or corrects it, or a mail arrives there again.

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let bridge: Awaited<ReturnType<typeof openBridge>>
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appUrl: "http://localhost:3000" })
  withSettings({ RESEND_BASE_URL: `${sandbox.url}/resend` })
  bridge = await openBridge()
  fixClock(testNow)
})
afterAll(async () => {
  await bridge.close()
  await sandbox.close()
})

/** What Resend says of the last mail to an address; answers what the app said. */
async function tell(to: string, fields: Record<string, unknown>): Promise<number[]> {
  const response = await fetch(`${sandbox.url}/__control/mail-events`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ url: `${new URL(bridge.url).origin}/api/webhooks/email-events`, to, ...fields }),
  })
  expect(response.ok, await response.clone().text()).toBe(true)
  return ((await response.json()) as { answers: number[] }).answers
}

const payer = { payerShare: 10_000, seesMoney: true }
const sendAll = async () => {
  while (await sendNextMail());
}
const remind = (schoolId: string, recipient: string) =>
  inAct(queueMail)({
    schoolId,
    recipient,
    template: "lessons-tomorrow",
    data: { schoolName: "Harmony", recipientName: "Ada", day: "Thursday", lessons: [], forTeacher: false },
  })
const stateOf = (id: string) => rowOf(emails, { id })?.state
const marked = (address: string) => rowOf(bouncedAddresses, { address })
const told = (address: string) => rowsOf(emails, { template: "email-returned", recipient: address })

test("an address that doesn’t exist is marked, told once, and not mailed until the office confirms it", async () => {
  const { actor, userId } = openSchool()
  const [office] = listOffice(actor)
  const other = openSchool()
  const address = "imani.returned@family.example"
  const family = openFamily(actor, { adults: [{ ...payer, name: "Imani Clarke", email: address }] })
  const browser = await Browser.of(userId)
  remind(actor.school.id, address)
  await sendAll()

  // A mailbox that is full today says nothing about tomorrow; a forged message says nothing at all.
  expect(await tell(address, { type: "email.bounced", bounce: "Transient" })).toEqual([200])
  expect(await tell(address, { type: "email.bounced", isForged: true })).toEqual([401])
  expect(await tell("nobody@elsewhere.example", { type: "email.bounced" })).toEqual([200])
  expect(rowsOf(bouncedAddresses)).toEqual([])

  expect(await tell(address, { type: "email.bounced", times: 2 })).toEqual([200, 200])
  expect(marked(address)).toMatchObject({
    kind: "bounced",
    reason: expect.stringContaining("does not exist"),
  })
  expect(told(office?.email ?? "")).toHaveLength(1)

  const withheld = remind(actor.school.id, address)
  const reset = inAct(queueMail)({
    schoolId: null,
    recipient: address,
    template: "account-exists",
    data: { name: "Imani" },
  })
  await sendAll()
  expect([stateOf(withheld), stateOf(reset)]).toEqual(["withheld", "sent"])

  expect(await browser.read(`/families/${family.familyId}`)).toContain("Emails come back")
  expect(await browser.read("/students/returned-emails")).toMatch(
    /1 address we don’t email.*Imani Clarke imani\.returned@family\.example Emails come back.*does not exist.*Email again/,
  )
  // Another school neither sees the address nor confirms it.
  const stranger = await Browser.of(other.userId)
  expect(await stranger.read("/students/returned-emails")).toContain("No emails came back.")
  const confirm = { intent: "confirm", address }
  expect((await stranger.submit("/students/returned-emails", confirm)).status).toBe(404)
  expect(marked(address)).toBeDefined()

  expect((await browser.submit("/students/returned-emails", confirm)).status).toBe(303)
  expect((await browser.submit("/students/returned-emails", confirm)).status).toBe(404)
  expect(marked(address)).toBeUndefined()
  expect(await browser.read("/settings/admin/log")).toContain(
    "confirmed the email of Imani Clarke (imani.returned@family.example)",
  )
  const again = remind(actor.school.id, address)
  await sendAll()
  expect(stateOf(again)).toBe("sent")
})

test("a mail that arrives clears the address; one called spam marks it; staff see it masked", async () => {
  const { actor } = openSchool()
  const address = "otis.returned@family.example"
  openFamily(actor, { adults: [{ ...payer, name: "Otis Haddad", email: address }] })
  remind(actor.school.id, address)
  await sendAll()
  await tell(address, { type: "email.complained" })
  expect(marked(address)).toMatchObject({ kind: "complained" })
  const staff = await Browser.of(addStaff().userId)
  const seen = await staff.read("/super-admin/returned-emails")
  expect(seen).toContain("o…@family.example Marked as spam")
  expect(seen).not.toContain("otis.returned")
  // The one that was called spam did arrive; only a later one that arrives says something new.
  await tell(address, { type: "email.delivered" })
  expect(marked(address)).toBeDefined()
  fixClock(testNow + 60_000)
  const data = { name: "Otis" }
  inAct(queueMail)({ schoolId: null, recipient: address, template: "account-exists", data })
  await sendAll()
  await tell(address, { type: "email.delivered" })
  expect(marked(address)).toBeUndefined()
  fixClock(testNow)
})
