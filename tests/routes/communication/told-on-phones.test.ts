import { signIns } from "db/schema/accounts-sign-ins"
import { jobs } from "db/schema/foundation"
import { events } from "db/schema/foundation-audit"
import { textAccounts, textConsents, textMessages } from "db/schema/foundation-text-messages"
import { and, eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { sendPush } from "~/jobs/send-push.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { JobData } from "~/models/foundation/job/job"
import { addPushDevice } from "~/models/foundation/push/push-devices.server"
import { makePushKeys } from "~/models/foundation/push/push-keys.server"
import { leaseText, recordTextTaken } from "~/models/foundation/text-message/text-outbox.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { fixClock, now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { Browser, locationOf, openOffice } from "../../support/app"
import { november, openFamily, owe } from "../../support/billing"
import { testNow } from "../../support/clock"
import { type Signed, signedIn } from "../../support/family"
import { addRows, changeRows, removeRows, rowsOf } from "../../support/school"
import { agree, giveTexts } from "../../support/twilio"

// What became of a message, an invoice and its reminders, on each channel that it left by.

let actor: Actor
let office: Browser
let [mateo, petra]: [Signed, Signed] = [] as never
let family: ReturnType<typeof openFamily>
let count = 0

beforeEach(async () => {
  count += 1
  ;({ actor, browser: office } = await openOffice())
  family = openFamily(actor, {
    adults: [
      { name: "Mateo Okaforll", email: `mateo.phone${count}@mail.example`, payerShare: 5000 },
      { name: "Petra Okaforll", email: `petra.phone${count}@mail.example`, payerShare: 5000 },
    ],
  })
  mateo = signedIn(actor, "guardian", family.guardianIds[0] ?? "")
  petra = signedIn(actor, "guardian", family.guardianIds[1] ?? "")
})

/** A browser of theirs that shows notifications. */
function addBrowser({ actor: person, userId }: Signed) {
  makePushKeys()
  const id = newId()
  const { memberId } = person
  addRows(signIns, {
    ...{ id, tokenHash: id, userId, schoolId: actor.school.id, memberId },
    ...{ remembered: true, createdAt: now(), expiresAt: now() + 10 ** 9 },
  })
  addPushDevice(person, id, { endpoint: `https://fcm.googleapis.com/fcm/send/${id}`, p256dh: "p", auth: "a" })
  return id
}

async function writeToFamilies() {
  const sent = await office.submit("/messaging/new", {
    ...{ to: "families", subject: "Concert", body: "On Saturday.", entryId: newId(), byText: "on" },
  })
  expect(sent.status).toBe(303)
  return locationOf(sent)
}

test("a message says what became of its texts and notifications, and nothing of those that it didn’t have", async () => {
  giveTexts(actor)
  agree(mateo.actor)
  const signInId = addBrowser(mateo)
  const at = await writeToFamilies()
  expect(await office.read(at)).toContain("Text waiting Notification waiting Not read yet. Email waiting")
  // Petra hasn't agreed to texts: there was none.
  expect(await office.read(at)).toContain("Texts: 1 waiting. Notifications: 1 waiting.")
  // The service takes the text, and says that it arrived; they logged out where notifications are shown.
  const text = leaseText()
  if (!text || text === "settled") throw new Error("No text is due.")
  const told = {
    id: `SM${count}`,
    body: text.body,
    createdAt: now(),
    segments: 1,
    costMicros: null,
    currency: null,
  }
  recordTextTaken(text, { ...told, state: "delivered", reason: null })
  removeRows(signIns, { id: signInId })
  const [job] = rowsOf(jobs, { schoolId: actor.school.id, kind: "send-push" })
  const push = JSON.parse(job?.payload ?? "{}") as JobData["send-push"]
  await sendPush(actor.school.id, job?.id ?? "", push, new AbortController().signal)
  const after = await office.read(at)
  expect(after).toContain(
    "Text delivered Notification not sent. They turned notifications off or logged out.",
  )
  expect(after).toContain("Texts: 1 delivered. Notifications: 1 not sent.")
  // One from before texts were told apart has left, whoever agreed to it.
  changeRows(textMessages, { schoolId: actor.school.id }, { about: null })
  expect(await office.read(at)).not.toContain("Text")
  // A later message asks about its own.
  fixClock(testNow + 60_000)
  await expect(office.submit(at, { body: "On Sunday.", entryId: newId(), intent: "send" })).toAnswer(303)
  expect(await office.read(at)).not.toContain("Text")
})

test("a text of a reminder that the month’s limit or its reader’s night holds back says so, at the invoice and in the list", async () => {
  giveTexts(actor)
  agree(mateo.actor)
  const issued = issueInvoice(actor, {
    ...november(family.familyId, [owe(actor, family, 5000)]),
    dueOn: "2026-11-19",
  })
  if (!issued.ok) throw new Error(issued.reason)
  fixClock(Date.parse("2026-11-29T04:00:00Z"))
  office = await Browser.of(actor.userId ?? "")
  const at = `/billing/invoices/${issued.invoiceId}`
  expect((await office.submit(at, { intent: "remind" })).status).toBe(303)
  expect(leaseText()).toBe("settled")
  expect(await office.read(at)).toMatch(
    /Reminder, Nov 28, 2026: waiting Text waiting. It leaves when their quiet hours end\./,
  )
  changeRows(textAccounts, { schoolId: actor.school.id }, { monthlyLimit: 0 })
  fixClock(Date.parse("2026-11-29T15:00:00Z"))
  expect(leaseText()).toBe("settled")
  expect(await office.read(at)).toContain("Text not sent. The school’s monthly limit was reached")
  expect(await office.read("/billing/manage/reminders")).toContain("2 waiting. Texts: 1 not sent")
  // They agreed, and withdrew it before the text left.
  changeRows(textMessages, { schoolId: actor.school.id }, { state: "queued", dueAt: now() })
  changeRows(textConsents, { schoolId: actor.school.id }, { endedAt: now(), endedBy: "stop" })
  expect(leaseText()).toBe("settled")
  expect(await office.read(at)).toContain(
    "Text not sent. They haven’t agreed to these text messages, or turned them off",
  )
})

test("an invoice says who opened it first and when, not who loaded it ahead, and not what the office looked at", async () => {
  addBrowser(petra)
  const issued = issueInvoice(actor, november(family.familyId, [owe(actor, family, 5000)]))
  if (!issued.ok) throw new Error(issued.reason)
  const at = `/billing/invoices/${issued.invoiceId}`
  const theirs = `/student/invoices/${issued.invoiceId}`
  const his = await Browser.of(mateo.userId)
  // It is noted by script; without one there is no button to wonder about.
  expect(await his.read(theirs, { "Sec-Purpose": "prefetch" })).not.toContain("Mark as read")
  expect((await office.submit(theirs, { intent: "read" })).status).toBe(302)
  expect(await office.read(at)).not.toContain("Opened in the portal")
  expect(await office.read(at)).toMatch(
    /Petra Okaforll\s+Invoice, Nov 18, 2026: waiting Notification waiting/,
  )
  expect((await his.submit(theirs, { intent: "read" })).status).toBe(303)
  fixClock(testNow + 3_600_000)
  expect((await his.submit(theirs, { intent: "read" })).status).toBe(303)
  const text = await office.read(at)
  expect(text.match(/Opened in the portal/g)).toHaveLength(1)
  expect(text).toMatch(/Mateo Okaforll\s+Invoice, Nov 18, 2026: waiting\s+Opened in the portal Nov 18/)
  expect(text).toContain("2 payers: 1 opened, 1 waiting.")
  const opened = and(eq(events.schoolId, actor.school.id), eq(events.verb, "open"))
  expect(rowsOf(events, opened)).toHaveLength(1)
  expect(await office.read("/settings/admin/log")).not.toContain("opened")
  const others = openFamily(actor, {
    adults: [{ name: "Ada Rossill", email: `ada.phone${count}@mail.example`, payerShare: 10_000 }],
  })
  const ada = await Browser.of(signedIn(actor, "guardian", others.guardianIds[0] ?? "").userId)
  expect((await ada.submit(theirs, { intent: "read" })).status).toBe(404)
})
