import { emails } from "db/schema/foundation-mail"
import { rooms } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { Browser } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import {
  addClassRow,
  addClosureRow,
  addEnrollmentRow,
  addRoomRow,
  addScheduleRow,
  addTeacherRow,
} from "../../support/lessons"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"
import { onceTold } from "../../support/told"

// Otis has piano with Theo in the hall on Wednesdays; then things change.

const at = "/schedule/to-settle"
let family: ReturnType<typeof openPayingFamily>
let office: Browser
let classId: string
let ids: { theo: string; ada: string; hall: string; attic: string }

beforeEach(async () => {
  family = openPayingFamily()
  const { school, studentIds } = family
  office = await Browser.of(school.userId ?? "")
  ids = {
    theo: addTeacherRow(school, "Theo Petrović"),
    ada: addTeacherRow(school, "Ada Reed"),
    hall: addRoomRow(school, "Hall"),
    attic: addRoomRow(school, "Attic"),
  }
  classId = addClassRow(school, { name: "Piano", teacherId: ids.theo, roomId: ids.hall })
  addEnrollmentRow(school, classId, studentIds[0] ?? "")
  makeSessions(school, addScheduleRow(school, classId), "2026-12-16", { from: "2026-11-25" })
})

const lesson = (date: string) => rowOf(sessions, { classId, localDate: date })
const settle = (fields: Record<string, string>, by = office) => by.submit(at, { intent: "settle", ...fields })
const to = (date: string) => `to.${lesson(date)?.id}`

test("what no longer fits is on the dashboard until it is settled, each its own way", async () => {
  expect(await office.read(at)).toContain("All lessons fit.")
  recordTimeOff(family.school, ids.theo, { startsOn: "2026-11-25", endsOn: "2026-11-25", reason: null })
  addClosureRow(family.school, "2026-12-02", "2026-12-09", "Break")
  expect(await office.read("/dashboard")).toContain("3 lessons to settle")
  const html = await office.html(at)
  expect(html.match(/<button[^>]*name="all"/g), "one choice for all, not a button for each").toBeNull()
  expect(html).toContain(`value="substitute ${ids.ada}" selected`)
  expect(html).toMatch(/value="time 2026-1\d-\d\d \S+" selected/)
  const page = await office.read(at)
  expect(page).toContain("The teacher is away.")
  expect(page).toContain("The school is closed.")
  const settled = await settle({
    [to("2026-11-25")]: `substitute ${ids.ada}`,
    [to("2026-12-02")]: "keep",
    [to("2026-12-09")]: "cancel",
    reason: "The recital",
  })
  expect(settled.headers.get("Location")).toBe(at)
  expect(lesson("2026-11-25")?.teacherId).toBe(ids.ada)
  expect(lesson("2026-12-02")).toMatchObject({ state: "planned", keptReason: "The recital" })
  expect(lesson("2026-12-09")?.state).toBe("cancelled")
  expect(await office.read("/dashboard")).not.toContain("to settle")
  const mails = onceTold(family.school, () =>
    rowsOf(emails, { schoolId: family.school.school.id, template: "session-changed" }),
  )
  expect(mails.map(({ data }) => JSON.parse(data).change).sort()).toEqual(["cancelled", "taught"])
})

test("another time with the same teacher is chosen in the list, and a time that isn’t free is refused", async () => {
  recordTimeOff(family.school, ids.theo, { startsOn: "2026-11-25", endsOn: "2026-11-25", reason: null })
  const first = lesson("2026-11-25")
  const html = await office.html(at)
  const offered = [...html.matchAll(/value="time (\S+) (\S+)"/g)].map(([, date, start]) => [date, start])
  // Lessons are given on Wednesdays only.
  expect(offered.map(([date]) => date)).toEqual(["2026-12-02", "2026-12-09"])
  const all = await (await office.submit(at, { all: "time" })).text()
  expect(all).toContain(`value="time ${offered[0]?.join(" ")}" selected`)
  const name = `to.${first?.id}`
  for (const wrong of ["time 2026-11-25 16:00", "time 2026-12-02 16:00", "time 2020-01-01 16:00"])
    expect((await settle({ [name]: wrong })).status).toBe(409)
  expect((await settle({ [name]: "time never 16:00" })).status).toBe(400)
  expect(lesson("2026-11-25")?.id).toBe(first?.id)
  expect((await settle({ [name]: `time ${offered[0]?.join(" ")}` })).status).toBe(303)
  const moved = rowOf(sessions, { id: first?.id ?? "" })
  expect([moved?.localDate, moved?.startTime]).toEqual(offered[0])
  expect(await office.read(at)).toContain("All lessons fit.")
})

test("all of a page are chosen at once, and nothing typed is lost", async () => {
  changeRows(rooms, { id: ids.hall }, { archivedAt: 1 })
  const chosen = await office.submit(at, { all: "room", reason: "Flood" })
  const text = await chosen.text()
  expect(text.match(new RegExp(`value="room ${ids.attic}" selected`, "g"))).toHaveLength(4)
  expect(text).toContain('value="Flood"')
  expect((await settle({ [to("2026-11-25")]: `room ${ids.attic}` })).status).toBe(303)
  expect(lesson("2026-11-25")?.roomId).toBe(ids.attic)
})

test("refuses what is impossible, changing nothing", async () => {
  addClosureRow(family.school, "2026-11-25", "2026-12-16", "Break")
  expect((await settle({})).status).toBe(400)
  expect((await settle({ [to("2026-11-25")]: "keep" })).status).toBe(400)
  expect((await settle({ [to("2026-11-25")]: "dance", reason: "Because" })).status).toBe(400)
  const half = await settle({
    [to("2026-11-25")]: "cancel",
    [to("2026-12-02")]: "substitute 018f0000-0000-7000-8000-000000000000",
    reason: "Closed",
  })
  expect([half.status, lesson("2026-11-25")?.state]).toEqual([409, "planned"])
  const stranger = await Browser.of(openSchool().userId)
  expect((await settle({ [to("2026-11-25")]: "cancel", reason: "Closed" }, stranger)).status).toBe(404)
  expect(lesson("2026-11-25")?.state).toBe("planned")
  const teacher = await Browser.of(addMember(family.school, "teacher", "Ada Reed").userId)
  expect((await teacher.visit(at)).status).not.toBe(200)
})

test("lessons of one weekly time are a row, with one choice for all that goes before those for each", async () => {
  addClosureRow(family.school, "2026-11-25", "2026-12-02", "Break")
  const [first, second] = [lesson("2026-11-25")?.id ?? "", lesson("2026-12-02")?.id ?? ""]
  expect(await office.read(at)).toContain("2 lessons on Wednesdays from Nov 25")
  const each = {
    ...{ [`in.${first}`]: first, [`in.${second}`]: first },
    ...{ [`to.${first}`]: "keep", [`to.${second}`]: "leave" },
  }
  const all = (text: string) => settle({ ...each, [`all.${first}`]: text, reason: "Flood" })
  expect((await all("dance")).status).toBe(400)
  expect((await settle({ ...each, reason: "Flood" })).status, "of no weekly time").toBe(400)
  expect((await all("leave")).status).toBe(400)
  const refused = await settle({ ...each, [`all.${first}`]: "cancel" })
  expect((await refused.text()).match(/value="cancel" selected/g), "nothing typed is lost").toHaveLength(2)
  expect((await all("cancel")).status).toBe(303)
  expect([lesson("2026-11-25")?.state, lesson("2026-12-02")?.state]).toEqual(["cancelled", "cancelled"])
})

test("without a choice for all of a weekly time, each is settled as chosen", async () => {
  addClosureRow(family.school, "2026-11-25", "2026-12-02", "Break")
  const [first, second] = [lesson("2026-11-25")?.id ?? "", lesson("2026-12-02")?.id ?? ""]
  const sent = await settle({
    ...{ [`in.${first}`]: first, [`in.${second}`]: first, [`all.${first}`]: "", reason: "Flood" },
    ...{ [`to.${first}`]: "keep", [`to.${second}`]: "cancel" },
  })
  expect(sent.status).toBe(303)
  expect([lesson("2026-11-25")?.state, lesson("2026-12-02")?.state]).toEqual(["planned", "cancelled"])
})
