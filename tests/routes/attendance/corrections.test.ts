import { sqlite } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { correctionRequests } from "db/schema/attendance-corrections"
import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { addDays } from "~/utils/dates"
import { Browser } from "../../support/app"
import { testToday } from "../../support/clock"
import { addSessionRow, openClass } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

// A teacher asks for locked attendance to be corrected and the office answers, without scripts.

let opened: Awaited<ReturnType<typeof openLocked>>

async function openLocked() {
  const { actor, userId } = openSchool()
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const { classId, studentIds } = openClass(actor, {
    pupils: ["Wren Adeyemi", "Ines Moreau"],
  })
  const [wren = "", ines = ""] = studentIds
  const sessionId = addSessionRow(actor, classId, addDays(testToday, -16), { teacherId: marcus.teacherId })
  takeRegister(actor, sessionId, {
    marks: [wren, ines].map((studentId) => ({ studentId, code: "present" })),
  })
  changeRows(schools, { id: actor.school.id }, { attendanceLockDays: 14 })
  return {
    school: actor,
    wren,
    path: `/classes/sessions/${sessionId}`,
    teacher: await Browser.of(marcus.userId),
    office: await Browser.of(userId),
  }
}

beforeEach(async () => {
  opened = await openLocked()
})

const ask = (fields: Record<string, string> = {}) =>
  opened.teacher.submit(opened.path, {
    intent: "ask-correction",
    studentId: opened.wren,
    status: "excused",
    minutesLate: "",
    reason: "Was at the dentist",
    ...fields,
  })
const request = () => rowsOf(correctionRequests, { schoolId: opened.school.school.id }).at(-1)
const answer = (fields: Record<string, string>) =>
  opened.office.submit("/attendance/corrections", { correction: request()?.id ?? "", ...fields })
const [seen, shown] = [
  async (path: string) => opened.office.read(path),
  async () => opened.teacher.read(opened.path),
]
const codes = () =>
  sqlite()
    .prepare("select code from marks where school_id = ? and superseded_at is null order by code")
    .pluck()
    .all(opened.school.school.id)

test("what is missing or wrong is said beside its field, and nothing typed is lost", async () => {
  expect(await shown()).toContain("Ask the office to correct attendance")
  const cases: [Record<string, string>, string][] = [
    [{ reason: " " }, "Enter a reason. The office reads it."],
    [{ status: "" }, "Choose the status it should be."],
    [{ status: "late", minutesLate: "601" }, "Enter the minutes late as a whole number"],
    [{ status: "present" }, "This is already recorded."],
    [{ studentId: "no-one" }, "Choose a student whose attendance is recorded."],
  ]
  for (const [fields, message] of cases) {
    const refused = await ask({ reason: "Was at the dentist", ...fields })
    expect(refused.status).toBe(400)
    const html = await refused.text()
    expect(html).toContain(message)
    if (fields.reason === undefined) expect(html).toContain('value="Was at the dentist"')
  }
  expect(request()).toBeUndefined()
  expect(await seen("/attendance/corrections")).toContain("No corrections are waiting.")
})

test("the office finds the request on its dashboard and in its menu, and approving corrects", async () => {
  expect((await ask()).headers.get("Location")).toBe(`${opened.path}#corrections`)
  expect(await shown()).toContain("Waiting for the office")
  expect(await seen("/dashboard")).toContain("1 attendance correction to approve")
  expect(await seen("/attendance")).toContain("1 correction to approve")
  const page = await seen("/attendance/corrections")
  expect(page).toContain("Recorded: Present. Asked for: Excused")
  expect(page).toContain("Marcus Whitfield wrote: “Was at the dentist”")
  expect((await opened.teacher.submit("/attendance/corrections", { intent: "approve" })).status).not.toBe(200)
  expect(codes()).toEqual(["present", "present"])
  expect((await answer({ intent: "approve" })).headers.get("Location")).toBe("/attendance/corrections")
  expect(codes()).toEqual(["excused", "present"])
  expect(await seen("/attendance/corrections")).toContain("Corrected")
  expect(await shown()).toContain("Corrected")
  expect(await seen("/dashboard")).not.toContain("attendance correction")
})

test("the office declines with an answer that the teacher reads; the teacher withdraws", async () => {
  await ask()
  const empty = await answer({ intent: "decline", answer: " " })
  expect(empty.status).toBe(400)
  expect(await empty.text()).toContain("Enter a reason. The teacher reads it.")
  expect((await answer({ intent: "decline", answer: "The family says otherwise" })).status).toBe(303)
  expect(await shown()).toContain("Declined: “The family says otherwise”")
  await ask()
  const correction = request()?.id ?? ""
  const stranger = await Browser.of(openSchool().userId)
  for (const intent of ["approve", "decline"])
    expect(
      (await stranger.submit("/attendance/corrections", { intent, correction, answer: "No" })).status,
    ).toBe(404)
  await opened.teacher.submit(opened.path, { intent: "withdraw-correction", correction })
  expect(await shown()).toContain("Withdrawn")
  expect(codes()).toEqual(["present", "present"])
})

test("where attendance isn’t locked the page says so, and leads who sets the rules to locking", async () => {
  changeRows(schools, { id: opened.school.school.id }, { attendanceLockDays: null })
  const page = await opened.office.html("/attendance/corrections")
  expect(page).toContain("Attendance isn’t locked in your school")
  expect(page).toContain('href="/settings/policies?edit=locking#locking"')
})
