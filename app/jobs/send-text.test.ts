import { db } from "db/client.server"
import { mailChoices } from "db/schema/foundation-mail"
import { quietHours, textConsents, textMessages } from "db/schema/foundation-text-messages"
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { findUser } from "~/models/accounts/user/user.server"
import { add } from "~/models/foundation/access/door.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { leaseText, queueTextsTo, recordTextEvent } from "~/models/foundation/text-message/text-outbox.server"
import { cancelSession, restoreSession } from "~/models/teaching/session/cancel-session.server"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { testNow } from "../../tests/support/clock"
import { openPayingFamily } from "../../tests/support/family"
import { inAct } from "../../tests/support/in-act"
import { addClassRow, addEnrollmentRow, addTeacherRow } from "../../tests/support/lessons"
import { addSessionRow } from "../../tests/support/registers"
import { sendTold } from "../../tests/support/told"
import { agree, giveTexts, startTwilio, textRows } from "../../tests/support/twilio"
import { sendNextText } from "./send-text.server"

// Otis has guitar with Marcus on Thursdays at 4. Today is Wednesday, November 18, 3:10 PM. His guardian agreed to texts.

let twilio: Awaited<ReturnType<typeof startTwilio>>
beforeAll(async () => {
  twilio = await startTwilio()
})
afterEach(() => twilio.clear())
afterAll(() => twilio.close())

let family: ReturnType<typeof openPayingFamily>
let phone: string
let lesson: string
let later: string
const hour = 3_600_000

beforeEach(async () => {
  fixClock(testNow)
  db().delete(textMessages).run()
  family = openPayingFamily()
  const { school, studentIds, guardian } = family
  giveTexts(school)
  phone = agree(guardian.actor)
  const teacherId = addTeacherRow(school, "Marcus Whitfield")
  const classId = addClassRow(school, { name: "guitar", kind: "private", teacherId })
  for (const id of studentIds.slice(0, 1)) addEnrollmentRow(school, classId, id)
  lesson = addSessionRow(school, classId, "2026-11-19", { teacherId, startTime: "16:00" })
  later = addSessionRow(school, classId, "2026-11-26", { teacherId, startTime: "16:00" })
})

const cancel = (id = lesson) =>
  expect(cancelSession(family.school, id, "The pipes burst.")).toMatchObject({ ok: true })
const at = (ms: number) => fixClock(testNow + ms)
async function sendAll() {
  for (let each = 0; each < 40 && (await sendNextText()); each += 1);
}
const rows = () => textRows(family.school)
const states = () => rows().map(({ state, reason }) => (reason ? `${state} ${reason}` : state))

const emailOf = (userId: string) => findUser(userId)?.email ?? ""

/** A text that is due now, whatever it is about. */
function queueText() {
  inAct(() =>
    queueMail({
      template: "running-late",
      schoolId: family.school.school.id,
      recipient: emailOf(family.guardian.userId),
      data: {
        schoolName: "Harmony",
        recipientName: "Grace",
        teacherName: "Marcus",
        lesson: "guitar (Otis)",
        time: "4:00 PM",
        minutes: 10,
        lessonId: lesson,
      },
    }),
  )()
}

test("a lesson canceled for tomorrow is texted once its email is, with its reason", async () => {
  cancel()
  await sendAll()
  expect(rows()).toEqual([])
  at(2 * 60_000)
  sendTold(family.school)
  await sendAll()
  const [text, ...others] = await twilio.texts()
  expect(others).toEqual([])
  expect(text).toMatch(
    /^Harmony School of Music: Lesson canceled\. Thu, Nov 19, 4:00 PM: .*guitar.*The pipes burst\.$/,
  )
  expect(rows()).toMatchObject([
    { phone, topic: "changes", state: "accepted", segments: 1, costMicros: 8300 },
  ])
})

test("undone within two minutes, or a week away, it is texted to no one", async () => {
  cancel()
  restoreSession(family.school, lesson)
  cancel(later)
  at(5 * 60_000)
  sendTold(family.school)
  await sendAll()
  expect(rows()).toEqual([])
})

test("who never agreed, turned the kind off or stopped gets none; without an account nothing is queued", async () => {
  const { school, guardian } = family
  const memberId = guardian.actor.memberId ?? ""
  inAct(() => add(school, mailChoices, { memberId, topic: "late", channel: "text", isWanted: false }))()
  queueText()
  expect(rows()).toEqual([])
  db().delete(mailChoices).run()
  queueText()
  // Turned off between the act and the sending.
  db()
    .update(textConsents)
    .set({ endedAt: testNow, endedBy: "member" })
    .where(eq(textConsents.phone, phone))
    .run()
  await sendAll()
  expect(states()).toEqual(["withheld no-consent"])
  queueText()
  expect(rows()).toHaveLength(1)
  const other = openPayingFamily()
  agree(other.guardian.actor)
  family = other
  queueText()
  expect(rows()).toEqual([])
})

describe("at night", () => {
  const night = 7 * hour

  test("a text waits for the morning, and tells of a lesson of the day at once", async () => {
    at(night)
    cancel()
    at(night + 2 * 60_000)
    sendTold(family.school)
    await sendAll()
    // 10:12 PM; the lesson is at 4 PM tomorrow.
    expect(await twilio.texts()).toEqual([])
    at(17 * hour)
    await sendAll()
    expect(await twilio.texts()).toHaveLength(1)
    // Running late today.
    at(night)
    queueText()
    await sendAll()
    expect(await twilio.texts()).toHaveLength(2)
  })

  test("each has hours of their own", async () => {
    const memberId = family.guardian.actor.memberId ?? ""
    inAct(() => add(family.school, quietHours, { memberId, startsAt: "23:00", endsAt: "06:00" }))()
    at(night)
    cancel()
    at(night + 2 * 60_000)
    sendTold(family.school)
    await sendAll()
    expect(await twilio.texts()).toHaveLength(1)
  })
})

describe("sent once, or never twice", () => {
  test("after an answer that was lost, Twilio is asked before it is sent again", async () => {
    queueText()
    await twilio.fault({ kind: "reset", path: "/Messages", afterwards: true })
    await sendAll()
    expect(rows()).toMatchObject([{ state: "queued", providerId: null, unknownSince: testNow }])
    at(3 * 60_000)
    await sendAll()
    expect(await twilio.texts()).toHaveLength(1)
    expect(rows()).toMatchObject([{ state: "accepted", unknownSince: null }])
  })

  test("after a call that never arrived it is sent", async () => {
    queueText()
    await twilio.fault({ kind: "reset", path: "/Messages" })
    await sendAll()
    expect(await twilio.texts()).toEqual([])
    at(3 * 60_000)
    await sendAll()
    expect(await twilio.texts()).toHaveLength(1)
    expect(states()).toEqual(["accepted"])
  })

  test("after a crash before or behind the call, it has left once", async () => {
    queueText()
    // Claimed, and the machine is gone: before the call.
    expect(leaseText()).toMatchObject({ phone })
    await sendAll()
    expect(await twilio.texts()).toEqual([])
    at(3 * 60_000)
    await sendAll()
    expect(await twilio.texts()).toHaveLength(1)
    // Behind the call: the row says nothing of it.
    const [row] = rows()
    db()
      .update(textMessages)
      .set({
        state: "queued",
        providerId: null,
        sentAt: null,
        unknownSince: testNow,
        dueAt: testNow,
        leaseUntil: null,
      })
      .where(eq(textMessages.id, row?.id ?? ""))
      .run()
    at(6 * 60_000)
    await sendAll()
    expect(await twilio.texts()).toHaveLength(1)
    expect(rows()).toMatchObject([{ state: "accepted", providerId: row?.providerId }])
  })

  test("a status that comes before the answer names the text, and it isn’t sent again", async () => {
    queueText()
    await twilio.fault({ kind: "reset", path: "/Messages", afterwards: true })
    await sendAll()
    const [row] = rows()
    const id = `SM${"a".repeat(32)}`
    const told = { id, state: "delivered" as const, reason: null }
    expect(recordTextEvent(family.school.school.id, row?.id ?? "", told)).toBe(true)
    expect(recordTextEvent(family.school.school.id, row?.id ?? "", { ...told, state: "sent" })).toBe(true)
    expect(
      recordTextEvent(family.school.school.id, row?.id ?? "", { ...told, id: `SM${"b".repeat(32)}` }),
    ).toBe(false)
    expect(recordTextEvent(family.school.school.id, newId(), told)).toBe(false)
    at(3 * 60_000)
    await sendAll()
    expect(await twilio.texts()).toHaveLength(1)
    expect(states()).toEqual(["delivered"])
  })

  test("a number is told of one event once, whoever shares it", async () => {
    const { school, guardian } = family
    agree(school, phone)
    const both = [guardian.userId, school.userId ?? ""].map((userId) => ({
      email: emailOf(userId),
      brief: { topic: "changes" as const, body: "Lesson canceled." },
    }))
    const event = { schoolId: school.school.id, event: "one" }
    inAct(() => queueTextsTo(event, both))()
    inAct(() => queueTextsTo(event, both))()
    expect(rows()).toHaveLength(1)
  })
})

test("what Twilio hasn’t said by itself is asked ten minutes later", async () => {
  await twilio.pause()
  queueText()
  await sendAll()
  await twilio.carryOn()
  await sendAll()
  expect(states()).toEqual(["accepted"])
  at(11 * 60_000)
  await sendAll()
  expect(states()).toEqual(["delivered"])
})

test("a refusal for good fails with its reason, and STOP to Twilio ends the agreement", async () => {
  await twilio.pause()
  await twilio.reply(phone, "STOP")
  queueText()
  await sendAll()
  expect(states()).toEqual(["failed stopped"])
  expect(db().select().from(textConsents).where(eq(textConsents.phone, phone)).all()).toMatchObject([
    { endedBy: "stop" },
  ])
})

test("busy Twilio is tried again without counting, a wrong key until the waits are used up", async () => {
  queueText()
  await twilio.fault({ kind: "status", status: 429 })
  await sendAll()
  expect(rows()).toMatchObject([{ state: "queued", attempts: 0, unknownSince: null, reason: null }])
  for (let hours = 1; hours < 20; hours += 3) {
    await twilio.fault({ kind: "status", status: 401 })
    at(hours * hour)
    await sendNextText()
  }
  expect(states()).toEqual(["failed wrong-key"])
  expect(await twilio.texts()).toEqual([])
})

test("at the month’s limit no more leave, and next month they do", async () => {
  family = openPayingFamily()
  giveTexts(family.school, { monthlyLimit: 1 })
  agree(family.guardian.actor)
  queueText()
  queueText()
  await sendAll()
  expect(states().sort()).toEqual(["accepted", "withheld limit"])
  at(14 * 24 * hour)
  queueText()
  await sendAll()
  expect(states().filter((state) => state.startsWith("withheld"))).toHaveLength(1)
})
