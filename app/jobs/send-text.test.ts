import { notificationPreferences, quietHours } from "db/schema/foundation-mail"
import { textAccounts, textConsents, textMessages } from "db/schema/foundation-text-messages"
import { members } from "db/schema/people"
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { findUser } from "~/models/accounts/user/user.server"
import { add } from "~/models/foundation/access/door.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import {
  addText,
  leaseText,
  queueTextsTo,
  recordTextEvent,
  recordTextTaken,
} from "~/models/foundation/text-message/text-outbox.server"
import { listMembersAt } from "~/models/people/text-consent/text-consent.server"
import { cancelSession, restoreSession } from "~/models/teaching/session/cancel-session.server"
import { remindOfComing } from "~/models/teaching/session/lesson-reminder.server"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { testNow } from "../../tests/support/clock"
import { openPayingFamily } from "../../tests/support/family"
import { inAct } from "../../tests/support/in-act"
import { addClassRow, addEnrollmentRow, addSessionRow, addTeacherRow } from "../../tests/support/lessons"
import { changeRows, removeRows, rowOf, rowsOf } from "../../tests/support/school"
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
  // Texts wait at the practice Twilio: otherwise a busy machine reads "sent" where a quick one reads "accepted".
  await twilio.pause()
  removeRows(textMessages)
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
  inAct(() =>
    add(school, notificationPreferences, { memberId, topic: "changes", channel: "text", choice: "off" }),
  )()
  queueText()
  expect(rows()).toEqual([])
  removeRows(notificationPreferences)
  queueText()
  // Turned off between the act and the sending.
  changeRows(textConsents, { phone }, { endedAt: testNow, endedBy: "member" })
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

  test("what would be old news by the morning leaves at night, but a reminder doesn’t", async () => {
    at(night)
    const { id: schoolId } = family.school.school
    const tell = (topic: "changes" | "lessons", hours: number) =>
      inAct(() =>
        queueTextsTo({ schoolId, event: `${topic} ${hours}` }, [
          {
            reader: emailOf(family.guardian.userId),
            brief: { topic, body: `${topic} ${hours}`, expiresAt: testNow + hours * hour },
          },
        ]),
      )()
    // Quiet until 7 AM, which is 15 hours and 50 minutes after 3:10 PM.
    tell("changes", 16)
    tell("changes", 18)
    tell("lessons", 9)
    await sendAll()
    expect(await twilio.texts()).toEqual(["Harmony School of Music: changes 16"])
    at(16 * hour)
    await sendAll()
    expect(states().sort()).toEqual(["accepted", "accepted", "withheld old"])
  })

  test("each has hours of their own", async () => {
    const memberId = family.guardian.actor.memberId ?? ""
    inAct(() =>
      add(family.school, quietHours, { memberId, startsAt: "23:00", endsAt: "06:00", dailyAt: "17:00" }),
    )()
    at(night)
    cancel()
    at(night + 2 * 60_000)
    sendTold(family.school)
    await sendAll()
    expect(await twilio.texts()).toHaveLength(1)
  })
})

test("a reminder of tomorrow never leaves on the day itself, and a change lasts until the latest lesson it names", () => {
  remindOfComing(family.school)
  const midnight = Date.parse("2026-11-19T00:00:00-05:00")
  expect(rows()).toMatchObject([{ topic: "lessons", isUrgent: false, expiresAt: midnight }])
  removeRows(textMessages)
  cancelSession(family.school, lesson, "The pipes burst.")
  cancelSession(family.school, later, "The pipes burst.")
  at(2 * 60_000)
  sendTold(family.school)
  const evening = Date.parse("2026-11-26T17:00:00-05:00")
  expect(rows()).toMatchObject([{ topic: "changes", isUrgent: false, expiresAt: evening }])
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
    changeRows(
      textMessages,
      { id: row?.id ?? "" },
      {
        state: "queued",
        providerId: null,
        sentAt: null,
        unknownSince: testNow,
        dueAt: testNow,
        leaseUntil: null,
      },
    )
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
      reader: emailOf(userId),
      brief: { topic: "changes" as const, body: "Lesson canceled." },
    }))
    const event = { schoolId: school.school.id, event: "one" }
    inAct(() => queueTextsTo(event, both))()
    inAct(() => queueTextsTo(event, both))()
    expect(rows()).toHaveLength(1)
  })

  test("two people with one number read the same words once, though each is told by an event of their own", async () => {
    const { school, guardian } = family
    agree(school, phone)
    const tell = (userId: string, body: string) =>
      inAct(() =>
        queueTextsTo({ schoolId: school.school.id, event: `mail of ${userId}: ${body}` }, [
          { reader: emailOf(userId), brief: { topic: "changes", body } },
        ]),
      )()
    for (const userId of [guardian.userId, school.userId ?? ""]) tell(userId, "Lesson canceled.")
    expect(rows()).toHaveLength(1)
    tell(school.userId ?? "", "Another lesson is canceled.")
    at(2 * 60_000)
    tell(school.userId ?? "", "Lesson canceled.")
    expect(rows()).toHaveLength(3)
  })
})

describe("what may have left never goes back to the texts that are sent", () => {
  async function lose() {
    queueText()
    await twilio.fault({ kind: "reset", path: "/Messages", afterwards: true })
    await sendAll()
  }
  const account = () => eq(textAccounts.schoolId, family.school.school.id)

  test("while the key can’t be opened", async () => {
    await lose()
    const kept = rowOf(textAccounts, account())
    changeRows(textAccounts, account(), { sealedKey: "lost" })
    at(3 * 60_000)
    await sendAll()
    expect(rows()).toMatchObject([{ state: "queued", unknownSince: testNow }])
    changeRows(textAccounts, account(), { sealedKey: kept?.sealedKey })
    at(hour)
    await sendAll()
    expect(await twilio.texts()).toHaveLength(1)
    expect(states()).toEqual(["accepted"])
    // Taken, and the key is gone when it is asked about.
    changeRows(textAccounts, account(), { sealedKey: "lost" })
    at(2 * hour)
    await sendAll()
    expect(rows()).toMatchObject([{ state: "accepted", unknownSince: null }])
  })

  test("once the account is removed", async () => {
    queueText()
    await sendAll()
    await lose()
    queueText()
    removeRows(textAccounts, account())
    at(hour)
    await sendAll()
    expect(states().sort()).toEqual(["accepted unknown", "failed unknown", "withheld no-account"])
    expect(await twilio.texts()).toHaveLength(2)
  })

  test("where Twilio hands its words back with others before them and other white space", async () => {
    const { id: schoolId } = family.school.school
    const body = "Recital\r\nat  4 {code}"
    const to = [{ reader: emailOf(family.guardian.userId), brief: { topic: "changes" as const, body } }]
    inAct(() => queueTextsTo({ schoolId, event: "recital" }, to))()
    await twilio.fault({ kind: "reset", path: "/Messages", afterwards: true })
    await sendAll()
    // A school’s own words are no place for a code.
    expect(await twilio.texts()).toEqual(["Harmony School of Music: Recital\nat  4 {code}"])
    const [row] = rows()
    changeRows(textMessages, { id: row?.id ?? "" }, { body: "School of Music: Recital at 4 {code}" })
    at(3 * 60_000)
    await sendAll()
    expect(await twilio.texts()).toHaveLength(1)
    expect(states()).toEqual(["accepted"])
  })
})

test("a refusal told again ends no agreement that was resumed, and a late answer undoes no news", () => {
  queueText()
  const text = leaseText()
  if (!text || text === "settled") throw new Error("It wasn’t due.")
  const { id: schoolId } = family.school.school
  const told = { id: `SM${"d".repeat(32)}`, state: "failed" as const, reason: "stopped" as const }
  const current = () => rowsOf(textConsents, { phone }).filter(({ endedAt }) => endedAt === null)
  recordTextEvent(schoolId, text.id, told)
  expect(current()).toEqual([])
  agree(family.guardian.actor, phone)
  recordTextEvent(schoolId, text.id, told)
  const facts = { body: text.body, createdAt: testNow, segments: 1, costMicros: null, currency: null }
  inAct(() => recordTextTaken(text, { ...facts, id: told.id, state: "accepted", reason: null }))()
  expect(current()).toHaveLength(1)
  expect(states()).toEqual(["failed stopped"])
})

test("someone whose login was locked is texted no more, even what waits", async () => {
  queueText()
  const memberId = family.guardian.actor.memberId ?? ""
  expect(listMembersAt(family.school, phone)).toEqual([memberId])
  changeRows(members, { id: memberId }, { deactivatedAt: testNow })
  await sendAll()
  expect(states()).toEqual(["withheld no-consent"])
  expect(listMembersAt(family.school, phone)).toEqual([])
})

test("a code goes before what is urgent, and that before the rest", () => {
  const { id: schoolId } = family.school.school
  const memberId = family.guardian.actor.memberId ?? ""
  const text = { schoolId, memberId, phone, body: "Hello", dueAt: testNow }
  inAct(() => {
    addText({ ...text, event: "1", topic: "changes", dueAt: testNow - hour })
    addText({ ...text, event: "2", topic: "changes", isUrgent: true, dueAt: testNow - 1 })
    addText({ ...text, event: "3", topic: "code" })
  })()
  const topics = [1, 2, 3].map(() => {
    const leased = leaseText()
    return typeof leased === "object" ? leased.event : leased
  })
  expect(topics).toEqual(["3", "2", "1"])
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
  expect(rowsOf(textConsents, { phone })).toMatchObject([{ endedBy: "stop" }])
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
