import { emails } from "db/schema/foundation-mail"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import { addClosure } from "~/models/teaching/closure/add-closure.server"
import { listMoves } from "~/models/teaching/closure/preview-moves.server"
import { undoClosure } from "~/models/teaching/closure/undo-closure.server"
import { moveSession } from "~/models/teaching/session/move-session.server"
import { findSessionRow } from "~/models/teaching/session/slot.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { paths } from "~/utils/paths"
import { Browser } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import {
  addClassRow,
  addClosureRow,
  addEnrollmentRow,
  addSessionRow,
  addTeacherRow,
} from "../../support/lessons"
import { changeRows, rowOf, rowsOf } from "../../support/school"
import { onceTold, sendTold } from "../../support/told"

// Two children of a family have a guitar duo on Wednesday, November 25, at 4; the last day of one of them is November 27. Whatever
// moves the lesson past that day says that it would be without this student, whose family reads that it is canceled.

let family: ReturnType<typeof openPayingFamily>
let office: Browser
let marcus: string
let lesson: string
let [leaving, staying] = ["", ""]

beforeEach(async () => {
  family = openPayingFamily()
  const { school, studentIds } = family
  office = await Browser.of(school.userId ?? "")
  marcus = addTeacherRow(school, "Marcus Whitfield", "Guitar")
  const classId = addClassRow(school, { name: "Guitar duo", kind: "group", capacity: 2, teacherId: marcus })
  for (const id of studentIds) addEnrollmentRow(school, classId, id)
  const [first = "", second = ""] = studentIds
  changeRows(enrollments, { studentId: first }, { endsOn: "2026-11-27" })
  addClosureRow(school, "2026-11-18")
  lesson = addSessionRow(school, classId, "2026-11-25", { teacherId: marcus, startTime: "16:00" })
  ;[leaving, staying] = [nameOf(first), nameOf(second)]
})

const nameOf = (id: string) => {
  const found = rowOf(students, { id })
  return `${found?.firstName} ${found?.lastName}`
}
const mails = (template: "session-changed" | "lessons-arranged") =>
  onceTold(family.school, () =>
    rowsOf(emails, { schoolId: family.school.school.id, template }).map(({ data }) => JSON.parse(data)),
  )
/** What families read, as "cancelled: their lesson"; in an email about several changes, each lesson says its own. */
const told = () =>
  mails("session-changed")
    .filter(({ forTeacher }) => !forTeacher)
    .flatMap(({ change, lessons }) =>
      lessons.map(([, text]: [string, string]) =>
        change === "changed" ? named(text) : `${change}: ${text}`,
      ),
    )
const named = (text: string) =>
  text.startsWith("Canceled: ") || text.startsWith("Back on: ")
    ? text.replace("Canceled: ", "cancelled: ").replace("Back on: ", "restored: ")
    : `moved: ${text}`
const dateOf = () => findSessionRow(family.school, lesson)?.localDate

test("a closure that moves a lesson names them in its list, its result and its letters, and takes it back", async () => {
  const added = addClosure(family.school, { name: "Concert", startsOn: "2026-11-25", endsOn: "2026-11-25" })
  if (!added.ok) throw new Error(added.reason)
  const at = paths.closureLessons(added.closureId)
  const html = await office.html(at)
  const [, value = "", text] = /<option value="([^"]+)"[^>]*>(Move to [^<]*)/.exec(html) ?? []
  expect(text).toContain(`, without ${leaving}. `)
  expect((await office.submit(at, { [`lessons.${lesson}`]: value, intent: "save" })).status).toBe(303)
  const page = await office.read(at)
  expect(page).toContain(`1 lesson moved. Guitar duo, Wed, Dec 2, without ${leaving}.`)
  expect(page).toMatch(/Canceled: Wed, Nov 25, 4:00 PM, /)
  await office.submit(at, { intent: "send" })
  expect(told()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(new RegExp(`^cancelled: ${leaving}.*It moves to Wed, Dec 2, .*isn’t enrolled`)),
      expect.stringMatching(new RegExp(`^moved: ${staying}.*now Wed, Dec 2, `)),
    ]),
  )
  expect(told().filter((each) => each.includes(leaving))).toHaveLength(1)
  changeRows(emails, undefined, { state: "sent", attempts: 1 })
  expect(undoClosure(family.school, added.closureId)).toMatchObject({ restored: 1 })
  expect(dateOf()).toBe("2026-11-25")
  expect(told()).toContainEqual(expect.stringMatching(new RegExp(`^restored: ${leaving}`)))
})

test("a parent whose children are told differently of a moved lesson gets one email, as the page says", async () => {
  const added = addClosure(family.school, { name: "Concert", startsOn: "2026-11-25", endsOn: "2026-11-25" })
  if (!added.ok) throw new Error(added.reason)
  const at = paths.closureLessons(added.closureId)
  const html = await office.html(at)
  const values = [...html.matchAll(/<option value="([^"]+)"[^>]*>Move to ([^<]*)/g)]
  const chosen = (isWithout: boolean) =>
    values.find(([, , text = ""]) => text.includes("without") === isWithout)?.[1] ?? ""
  await office.submit(at, { [`lessons.${lesson}`]: chosen(true), intent: "save" })
  expect(await office.read(at)).toContain("Each person gets one email.")
  await office.submit(at, { intent: "send" })
  const [letter, ...others] = mails("session-changed").filter(({ forTeacher }) => !forTeacher)
  expect([letter?.change, letter?.lessons.length, others]).toEqual(["changed", 2, []])
  expect(
    told()
      .map((each) => each.split(":")[0])
      .sort(),
  ).toEqual(["cancelled", "moved"])
})

test("who comes only on the new day reads that it is canceled once the lesson is back", async () => {
  const { school, studentIds } = family
  const [first = "", second = ""] = studentIds
  const lasts = { startsOn: "2026-08-01", endsOn: null }
  changeRows(enrollments, { studentId: first }, lasts)
  changeRows(enrollments, { studentId: second }, { startsOn: "2026-12-01" })
  const added = addClosure(school, { name: "Concert", startsOn: "2026-11-25", endsOn: "2026-11-25" })
  if (!added.ok) throw new Error(added.reason)
  const at = paths.closureLessons(added.closureId)
  const html = await office.html(at)
  const value = /<option value="(2026-12[^"]+|[^"]*2026-12-02[^"]*)"/.exec(html)?.[1] ?? ""
  await office.submit(at, { [`lessons.${lesson}`]: value, intent: "save" })
  expect(dateOf()).toBe("2026-12-02")
  await office.submit(at, { intent: "send" })
  changeRows(emails, undefined, { state: "sent", attempts: 1 })
  expect(undoClosure(school, added.closureId)).toMatchObject({ restored: 1 })
  const waiting = rowsOf(emails, { schoolId: school.school.id, state: "gathered" }, { only: ["state"] })
  expect(waiting).toEqual([])
  expect(told()).toContainEqual(expect.stringMatching(new RegExp(`^cancelled: ${staying}`)))
})

test("a lesson moved by itself is on again for them when it is moved back, once they read that it is canceled", () => {
  const move = (date: string) => {
    const slot = { date, startTime: "16:00", teacherId: marcus, roomId: null }
    expect(moveSession(family.school, lesson, { ...slot, override: { reason: "Agreed" } }).ok).toBe(true)
  }
  move("2026-12-02")
  sendTold(family.school)
  move("2026-11-25")
  expect(told()).toContainEqual(expect.stringMatching(new RegExp(`^restored: ${leaving}`)))
  expect(told()).toContainEqual(expect.stringMatching(new RegExp(`^moved: ${staying}.*now Wed, Nov 25`)))
  expect(told().filter((each) => each.startsWith("restored"))).toHaveLength(1)
  // Moved away again at once, it isn't.
  move("2026-12-02")
  expect(told().filter((each) => each.startsWith("restored"))).toHaveLength(0)
})

test("the preview of holidays that move lessons names them before they are added", () => {
  const { moves } = listMoves(family.school, ["2026-11-25"])
  expect(moves).toMatchObject([{ becomes: expect.stringContaining("Wed, Dec 2"), leftOut: [leaving] }])
})

test("a lesson moved by itself is canceled for them until it moves on to a day on which they are enrolled", () => {
  const move = (date: string) => {
    const slot = { date, startTime: "16:00", teacherId: marcus, roomId: null }
    const moved = moveSession(family.school, lesson, { ...slot, override: { reason: "Agreed" } })
    expect(moved.ok).toBe(true)
  }
  move("2026-12-02")
  expect(told()).toContainEqual(expect.stringMatching(new RegExp(`^cancelled: ${leaving}`)))
  expect(told()).toContainEqual(expect.stringMatching(new RegExp(`^moved: ${staying}`)))
  move("2026-11-26")
  expect(told().every((each) => each.startsWith("moved: "))).toBe(true)
  expect(told().join()).toMatch(new RegExp(`${leaving}.*now Thu, Nov 26`))
  move("2026-11-25")
  expect(told()).toEqual([])
})

test("an absence that moves a lesson names them beside the time, in its result, and in the family’s email", async () => {
  const recorded = recordTimeOff(family.school, marcus, {
    startsOn: "2026-11-25",
    endsOn: "2026-11-25",
    reason: null,
  })
  if (!recorded.ok) throw new Error(recorded.reason)
  const at = paths.absence(recorded.timeOffId)
  const html = await office.html(at)
  const [, time = "", text] = /<option value="(\d{4}-[^"]+)"[^>]*>([^<]*without[^<]*)/.exec(html) ?? []
  expect(text).toContain(`, without ${leaving}`)
  const choice = { [`choice.${lesson}`]: "move", [`at.${lesson}`]: time }
  const checked = await (await office.submit(at, { ...choice, intent: "review" })).text()
  expect(checked.replaceAll(/<[^>]*>/g, "")).toContain("1 family: canceled")
  const hidden = (name: string) => checked.match(new RegExp(`name="${name}" value="([^"]*)"`))?.[1] ?? ""
  const arranged = await office.submit(at, {
    ...choice,
    seen: hidden("seen"),
    formKey: hidden("formKey"),
    intent: "arrange",
  })
  expect(arranged.status).toBe(303)
  expect(await office.read(at)).toMatch(
    new RegExp(`1 lesson arranged\\. Guitar duo, .*, without ${leaving}\\. We email`),
  )
  const [letter] = mails("lessons-arranged").filter(({ audience }) => audience === "family")
  const texts = letter.lessons.map(([, each]: [string, string]) => each)
  const [first = "", second = ""] = [leaving, staying].map((name) => name.split(" ")[0])
  expect(texts).toContainEqual(expect.stringMatching(new RegExp(`^${first}: .* is canceled\\.`)))
  expect(texts).toContainEqual(expect.stringMatching(new RegExp(`^${second}: .* moves to `)))
})

test("a lesson that is settled names them beside the time and in the result, and their family reads of it", async () => {
  recordTimeOff(family.school, marcus, { startsOn: "2026-11-25", endsOn: "2026-11-25", reason: null })
  const at = paths.lessonsToSettle()
  const html = await office.html(at)
  const [, value = "", text] = /<option value="(time [^"]+)"[^>]*>([^<]*)/.exec(html) ?? []
  expect(text).toContain(`, without ${leaving}`)
  expect((await office.submit(at, { [`to.${lesson}`]: value, intent: "settle" })).status).toBe(303)
  expect(await office.read(at)).toMatch(
    new RegExp(`1 lesson settled\\. Guitar duo, .*, without ${leaving}\\.`),
  )
  expect(told()).toContainEqual(expect.stringMatching(new RegExp(`^cancelled: ${leaving}`)))
  expect(told()).toContainEqual(expect.stringMatching(new RegExp(`^moved: ${staying}`)))
})
