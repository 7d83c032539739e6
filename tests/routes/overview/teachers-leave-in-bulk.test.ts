import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { reactivateTeacher } from "~/models/teaching/teacher-leaving/deactivate-teacher.server"
import { Browser, locationOf, openOffice } from "../../support/app"
import { testNow } from "../../support/clock"
import { addClassRow, addScheduleRow, addTeacherRow } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"
import { onceTold } from "../../support/told"

// Several teachers leave at once, each with who takes over: a preview, the work, one undo.

let actor: Actor
let office: Browser
let mara: string
let ben: string
let helena: string

/** Mara teaches at 4 and 5, Ben at 6; Helena has time, but at 6. */
beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
  mara = addTeacherRow(actor, "Mara Lind")
  ben = addTeacherRow(actor, "Ben Ortiz")
  helena = addTeacherRow(actor, "Helena Novak")
  changeRows(teachers, { id: helena }, { email: "helena@novak.example" })
  teach("Piano early", "16:00", mara)
  teach("Piano late", "17:00", mara)
  teach("Drums", "18:00", ben)
  teach("Voice", "18:00", helena)
})

function teach(name: string, startTime: string, teacherId: string) {
  const classId = addClassRow(actor, { name, teacherId })
  const schedule = addScheduleRow(actor, classId, { startTime, startsOn: "2026-11-19" })
  makeSessions(actor, schedule, "2026-12-18", { from: "2026-11-19" })
  return classId
}
const select = async (...id: string[]) =>
  locationOf(
    await office.submit("/selections", {
      noun: "teachers",
      scope: "ticked",
      list: "",
      act: "deactivate",
      id,
    }),
  )
const preview = (address: string, takers: Record<string, string>) =>
  office.submit(address, {
    intent: "preview",
    asked: "yes",
    ...Object.fromEntries(Object.entries(takers).map(([id, taker]) => [`class.${id}`, taker])),
  })
const activeNames = () =>
  rowsOf(teachers, { schoolId: actor.school.id }).flatMap(({ name, deactivatedAt }) =>
    deactivatedAt === null ? [name] : [],
  )
const teacherOf = (name: string) =>
  db()
    .select({ id: classes.teacherId })
    .from(classes)
    .where(and(eq(classes.schoolId, actor.school.id), eq(classes.name, name)))
    .get()?.id
const lessonsOf = (teacherId: string) => rowsOf(sessions, { teacherId }).length
const mails = () =>
  onceTold(actor, () =>
    rowsOf(emails, { schoolId: actor.school.id, template: "class-changed" }, { only: ["recipient"] }),
  )

test("each leaves with a taker of their own, with a preview and one undo that discards the emails", async () => {
  const address = await select(mara, ben)
  const form = await office.read(address)
  expect(form).toContain("Mara Lind: 2 classes")
  expect(form).toContain("Ben Ortiz: 1 class")
  expect(form).not.toContain("What happens")
  expect((await preview(address, { [mara]: helena, [ben]: "" })).status).toBe(303)
  const shown = await office.read(address)
  expect(shown).toContain("Piano early Mara Lind → Helena Novak")
  expect(shown).toContain("Drums Ben Ortiz → no teacher for now")
  expect(shown).toContain("Deactivate 2 teachers")
  const lessons = lessonsOf(mara)
  expect(lessons).toBeGreaterThan(0)
  const task = locationOf(await office.submit(address, { intent: "confirm" }))
  expect(activeNames()).toEqual(["Helena Novak"])
  expect([teacherOf("Piano late"), teacherOf("Drums")]).toEqual([helena, null])
  expect(lessonsOf(mara)).toBe(0)
  expect(mails()).toEqual([{ recipient: "helena@novak.example" }])
  expect(await office.read(task)).toContain("Undo this departure")
  const undone = locationOf(await office.submit(task, { intent: "undo" }))
  expect(await office.read(undone)).toContain("back to Mara Lind")
  expect(activeNames().sort()).toEqual(["Ben Ortiz", "Helena Novak", "Mara Lind"])
  expect([teacherOf("Piano late"), teacherOf("Drums")]).toEqual([mara, ben])
  expect(lessonsOf(mara)).toBe(lessons)
  expect(mails()).toEqual([])
})

test("an undo for which the plan has no room is tried again once there is, and what was undone then stays", async () => {
  const address = await select(mara, ben)
  await preview(address, { [mara]: helena, [ben]: "" })
  const task = locationOf(await office.submit(address, { intent: "confirm" }))
  const others = ["Ida", "Kim", "Lea", "Noa"].map((name) => addTeacherRow(actor, name))
  const undo = async () => office.read(locationOf(await office.submit(task, { intent: "undo" })))
  expect(await undo()).toContain("Your plan no longer has room for Mara Lind.")
  expect(await office.read(task)).toContain("Nothing could be undone. Why Try to undo the rest")
  const leave = (id: string | undefined) => changeRows(teachers, { id: id ?? "" }, { deactivatedAt: testNow })
  leave(others[0])
  await undo()
  const [first, second] =
    teacherOf("Drums") === null ? ["Mara Lind", "Ben Ortiz"] : ["Ben Ortiz", "Mara Lind"]
  expect(activeNames()).toContain(first)
  expect(activeNames()).not.toContain(second)
  expect(await office.read(task)).toMatch(/This was undone, except for .*Try to undo the rest/)
  leave(others[1])
  await undo()
  expect([teacherOf("Piano late"), teacherOf("Drums")]).toEqual([mara, ben])
  const shown = await office.read(task)
  expect(shown).toContain("This was undone. What was undone")
  expect(shown).not.toContain("Try to undo the rest")
})

test("who is taken, leaves, too, or is the one who asks is named, and their teacher stays", async () => {
  const self = addTeacherRow(actor, "Ruth Own")
  changeRows(teachers, { id: self }, { memberId: actor.memberId })
  const address = await select(mara, ben, self)
  await preview(address, { [mara]: ben, [ben]: helena, [self]: "" })
  const shown = await office.read(address)
  expect(shown).toContain("Mara Lind Ben Ortiz is leaving, too. Choose another teacher.")
  expect(shown).toContain("Drums Helena Novak teaches another lesson at its time.")
  expect(shown).toContain("Ben Ortiz Stays, as 1 class can’t be handed over.")
  expect(shown).toContain("Ruth Own This is your own profile.")
  expect(shown).toContain("There’s nothing to do for this selection.")
  await office.submit(address, { intent: "confirm" })
  expect(activeNames()).toHaveLength(4)
})

test("two classes of one hour can't go to the same teacher", async () => {
  const kim = addTeacherRow(actor, "Kim Park")
  teach("Bass", "17:00", ben)
  const address = await select(mara, ben)
  await preview(address, { [mara]: kim, [ben]: kim })
  const shown = await office.read(address)
  expect(shown).toContain("Bass Kim Park would have two classes at its time.")
  expect(shown).toContain("Deactivate 1 teacher")
})

test("a class given to someone else since stays with them, and the rest comes back", async () => {
  const address = await select(mara)
  await preview(address, { [mara]: helena })
  const task = locationOf(await office.submit(address, { intent: "confirm" }))
  changeRows(classes, { schoolId: actor.school.id, name: "Piano late" }, { teacherId: ben })
  const undone = locationOf(await office.submit(task, { intent: "undo" }))
  expect(await office.read(undone)).toContain("Was changed again.")
  expect(activeNames()).toContain("Mara Lind")
  expect([teacherOf("Piano early"), teacherOf("Piano late")]).toEqual([mara, ben])
})

test("who takes over a class that can't come back hears of it, though the email of all was discarded", async () => {
  const address = await select(mara)
  await preview(address, { [mara]: helena })
  const task = locationOf(await office.submit(address, { intent: "confirm" }))
  expect(reactivateTeacher(actor, mara).ok).toBe(true)
  teach("Theory", "16:00", mara)
  const undone = await office.read(locationOf(await office.submit(task, { intent: "undo" })))
  expect(undone).toContain("Mara Lind teaches Theory")
  expect([teacherOf("Piano early"), teacherOf("Piano late")]).toEqual([helena, mara])
  expect(mails()).toEqual([{ recipient: "helena@novak.example" }])
})

test("another school's teacher takes nothing, and at most ten leave at a time", async () => {
  const other = openSchool().actor
  const stranger = addTeacherRow(other, "Stranger")
  const address = await select(mara)
  await expect(preview(address, { [mara]: stranger })).toAnswer(400, "Choose another teacher.")
  const many = Array.from({ length: 11 }, (_, n) => addTeacherRow(actor, `Teacher ${n}`))
  await select(...many)
  expect(await office.read("/teachers")).toContain("Select at most 10 teachers at a time.")
  const lead = addMember(actor, "teacher", "Marcus Whitfield")
  const marcus = await Browser.of(lead.userId)
  const sent = { noun: "teachers", scope: "ticked", list: "", act: "deactivate", id: [mara] }
  expect((await marcus.submit("/selections", sent)).status).not.toBe(303)
})
