import { makeUpCredits } from "db/schema/attendance"
import { members } from "db/schema/people"
import { seats } from "db/schema/teaching-sessions"
import { teacherAvailability } from "db/schema/teaching-teacher-time"
import { beforeEach, expect, test } from "vitest"
import { findAudience } from "~/models/communication/messaging/audience.server"
import { startConversation } from "~/models/communication/messaging/start-conversation.server"
import { newRow } from "~/models/foundation/access/own.server"
import { bookStudent } from "~/models/teaching/session/claim.server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { openPayingFamily } from "../../support/family"
import { addClassRow, addEnrollmentRow, addPriceRow, addSessionRow } from "../../support/lessons"
import { addMember, addRows, changeRows, rowsOf } from "../../support/school"

// Under a family's message that seems to report an absence: what would be recorded, and when the lesson could be made up.

let family: ReturnType<typeof openPayingFamily>
let office: Browser
let otis: string
let address: string

beforeEach(async () => {
  family = openPayingFamily()
  const { school, studentIds, guardian } = family
  otis = studentIds[0] ?? ""
  office = await Browser.of(school.userId ?? "")
  const { teacherId } = addMember(school, "teacher", "Marcus Whitfield")
  const classId = addClassRow(school, { name: "Otis Haddad, guitar", instrument: "Guitar", teacherId })
  const enrollmentId = addEnrollmentRow(school, classId, otis)
  addPriceRow(school, classId, { amountMinor: 3000 })
  addSessionRow(school, classId, "2026-11-25", { teacherId, startTime: "16:00" })
  bookStudent(school, enrollmentId)
  for (const weekday of [1, 4])
    addRows(teacherAvailability, {
      ...newRow(school),
      teacherId,
      weekday,
      fromTime: "15:00",
      toTime: "18:00",
    })
  const sent = startConversation(guardian.actor, {
    to: "office",
    subject: "Otis",
    body: "Otis is sick and can’t come next Wednesday.",
    shown: -1,
  })
  if (!sent.ok) throw new Error(sent.reason)
  address = `/messaging/${sent.conversationId}`
})

const seatsOf = (kind: "enrolled" | "make_up") => rowsOf(seats, { studentId: otis, kind })
const credits = () => rowsOf(makeUpCredits, { studentId: otis })
const offersIn = (html: string) =>
  [...html.matchAll(/name="offer" value="([^"]+)"/g)].map(([, value]) => value)

test("times that are free are offered, and the chosen one is booked with the credit it earns", async () => {
  const html = await office.html(address)
  expect(html).toContain("It earns 1 make-up credit.")
  const offers = offersIn(html)
  expect(offers).toHaveLength(3)
  const answer = await office.submit(address, { intent: "absence", offer: offers[1] ?? "" })
  const text = await office.read(answer.headers.get("Location")?.split("#")[0] ?? "")
  expect(text).toContain("Absence recorded for Otis, Wed, Nov 25.")
  expect(text).toContain("Make-up lesson booked:")
  expect(seatsOf("enrolled")[0]?.noticeAt).not.toBeNull()
  expect(seatsOf("make_up")).toHaveLength(1)
  expect(credits()).toMatchObject([{ usedAt: testNow }])
})

test("none is booked unless it’s chosen, and one that is taken leaves the absence recorded", async () => {
  await office.submit(address, { intent: "absence", offer: "" })
  expect([seatsOf("make_up").length, credits()[0]?.usedAt]).toEqual([0, null])
})

test("a time that isn’t offered is refused, and the absence stays recorded", async () => {
  const answer = await office.submit(address, { intent: "absence", offer: "2026-11-22 03:00" })
  const text = await office.read(answer.headers.get("Location")?.split("#")[0] ?? "")
  expect(text).toContain("No make-up lesson booked.")
  expect([seatsOf("make_up").length, seatsOf("enrolled")[0]?.noticeAt === null]).toEqual([0, false])
})

test("whoever plans lessons but changes no students records the absence alone", async () => {
  const { memberId, userId } = addMember(family.school, "office", "Iris Novak")
  changeRows(members, { id: memberId }, { rights: "calendar,see-calendar,see-people,messages" })
  expect(findAudience(family.guardian.actor, "office")?.recipients.map(({ name }) => name)).toContain(
    "Iris Novak",
  )
  const iris = await Browser.of(userId)
  const own = startConversation(family.guardian.actor, {
    to: "office",
    subject: "Otis",
    body: "Otis is sick and can’t come next Wednesday.",
    shown: -1,
  })
  if (!own.ok) throw new Error(own.reason)
  const seen = `/messaging/${own.conversationId}`
  expect(await iris.read(seen)).toContain("Record Otis’s absence")
  expect(offersIn(await iris.html(seen))).toEqual([])
})
