import { deletedRecords } from "db/schema/foundation-bin"
import { skillStates } from "db/schema/learning"
import { students, teachers } from "db/schema/people"
import { inquiries } from "db/schema/people-inquiries"
import { classes } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import {
  addEntry,
  listEntries,
  offeredNames,
  putAway,
} from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { listDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import { addSkill, listSkills } from "~/models/learning/skill/skill-list.server"
import { restoreDeleted } from "~/models/overview/bin/restore-deleted.server"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { gatherFamily } from "~/models/overview/family-data/family-zip.server"
import { listUsedInstruments } from "~/models/overview/instrument-merge/merge-instruments.server"
import { listInstrumentsOf, saveInstruments } from "~/models/people/student/instruments.server"
import { addClass } from "~/models/teaching/class/class.server"
import { deleteStudent } from "~/models/teaching/student-status/delete-student.server"
import { type Browser, openOffice } from "../../support/app"
import { openFamily } from "../../support/billing"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

// The school's list has Violin; an import brought "Violine", and a teacher writes it that way.

const at = "/settings/school"
let actor: Actor
let office: Browser
let [mia, otto] = ["", ""]
let family = ""

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
  const novak = openFamily(actor, { name: "Novak", children: ["Mia"] })
  family = novak.familyId
  mia = novak.studentIds[0] ?? ""
  otto = openFamily(actor, { name: "Whitfield", children: ["Otto"] }).studentIds[0] ?? ""
  addEntry(actor, "instruments", "Violin")
  addEntry(actor, "instruments", "Violine")
})

const merge = (from: string, into: string) =>
  office.submit(at, { list: "instruments", intent: "merge-instruments", from, into })
const learned = (id: string) =>
  listInstrumentsOf(actor, id).map(({ instrument, level }) => [instrument, level].filter(Boolean).join(" "))

test("two names of one instrument become one everywhere, each student learns it once, and it can be undone", async () => {
  saveInstruments(actor, mia, [
    { instrument: "Violine", level: "Grade 1" },
    { instrument: "Piano", level: null },
    { instrument: "Violin", level: "Grade 3" },
  ])
  saveInstruments(actor, otto, [
    { instrument: "Piano", level: null },
    { instrument: "Violine", level: null },
  ])
  const price = null
  const classId = addClass(actor, { name: "Trio", kind: "group", instrument: "Violine", capacity: 3, price })
  const { teacherId } = addMember(actor, "teacher", "Beatriz Alvarez")
  changeRows(teachers, { id: teacherId }, { instruments: "Violine, Violin, Viola" })
  expect(await office.read(at)).toContain("Violine: 2 students, 1 class")

  const same = await merge("Violine", "Violine")
  expect(same.status).toBe(409)
  expect(await same.text()).toContain("Choose another name than the one that goes.")
  const kazoo = await merge("Violine", "Kazoo")
  const kazooPage = await kazoo.text()
  expect([kazoo.status, kazooPage.includes('href="#merge-instruments-into"')]).toEqual([409, true])
  expect(kazooPage).toContain('id="merge-instruments-into"')
  const none = await merge("", "")
  const nonePage = await none.text()
  expect(none.status).toBe(400)
  expect(nonePage).toContain('href="#merge-instruments-from"')
  for (const said of ["Choose the name that goes.", "Choose the name that stays."])
    expect(nonePage).toContain(said)

  expect((await merge("Violine", "Violin")).status).toBe(303)
  expect(await office.read(at)).toContain("Violine merged into Violin: 2 students, 1 class.")
  expect(learned(mia)).toEqual(["Violin Grade 1", "Piano"])
  expect(learned(otto)).toEqual(["Piano", "Violin"])
  const instrumentOf = () => rowOf(classes, { id: classId })?.instrument
  expect(instrumentOf()).toBe("Violin")
  expect(rowOf(teachers, { id: teacherId })?.instruments).toBe("Violin, Viola")
  expect(offeredNames(actor, "instruments")).not.toContain("Violine")
  expect((await merge("Violine", "Violin")).status).toBe(409)

  const [kept] = listDeleted(actor, { page: 1, perPage: 5 }).records
  expect(kept).toMatchObject({ noun: "instrument", name: "Violine → Violin" })
  expect(restoreDeleted(openSchool().actor, kept?.id ?? "")).toBeRefused("not-found")
  expect(restoreDeleted(actor, kept?.id ?? "").ok).toBe(true)
  expect(learned(mia)).toEqual(["Violine Grade 1", "Piano", "Violin Grade 3"])
  expect(learned(otto)).toEqual(["Piano", "Violine"])
  expect([instrumentOf(), offeredNames(actor, "instruments")]).toEqual(["Violine", ["Violin", "Violine"]])
})

test("an instrument is kept as the school’s list writes it, whatever its capitals and blanks", () => {
  saveInstruments(actor, mia, [
    { instrument: "  violin ", level: "Grade 1" },
    { instrument: "VIOLIN", level: null },
    { instrument: "Bass  guitar", level: null },
  ])
  expect(learned(mia)).toEqual(["Violin Grade 1", "Bass guitar"])
  expect(rowOf(students, { id: mia })?.instrument).toBe("Violin")
  const facts = { name: "Trio", kind: "group", capacity: 3, price: null } as const
  const classId = addClass(actor, { ...facts, instrument: "vioLin" })
  expect(rowOf(classes, { id: classId })?.instrument).toBe("Violin")
})

/** Both learn it under both names, with different levels. */
function learnBoth() {
  for (const id of [mia, otto])
    saveInstruments(actor, id, [
      { instrument: "Violine", level: "Grade 1" },
      { instrument: "Violin", level: "Grade 3" },
    ])
}
const both = ["Violine Grade 1", "Violin Grade 3"]
const bin = () => listDeleted(actor, { page: 1, perPage: 9 }).records
const kept = () => bin().find(({ noun }) => noun === "instrument")?.id ?? ""
const entryOf = (name: string) =>
  listEntries(actor, "instruments").find((each) => each.name === name)?.id ?? ""

test("a family’s data has nothing of the others whose instruments were merged", async () => {
  learnBoth()
  await merge("Violine", "Violin")
  const gathered = JSON.stringify(await gatherFamily(actor, family))
  expect([gathered.includes(mia), gathered.includes(otto)]).toEqual([true, false])
})

test("a student who is erased leaves a merge, which can still be undone for the others", async () => {
  learnBoth()
  await merge("Violine", "Violin")
  expect(erasePerson(actor, "student", mia).ok).toBe(true)
  expect(JSON.stringify(rowsOf(deletedRecords))).not.toContain(mia)
  expect(restoreDeleted(actor, kept()).ok).toBe(true)
  expect([learned(mia), learned(otto)]).toEqual([[], both])
})

test("what changed since a merge stays as it is, and the rest comes back", async () => {
  learnBoth()
  await merge("Violine", "Violin")
  deleteStudent(actor, mia)
  expect(restoreDeleted(actor, kept()).ok).toBe(true)
  expect(learned(otto)).toEqual(both)
})

test("an undo leaves what a student was given since, and a name that is on the list again", async () => {
  learnBoth()
  await merge("Violine", "Violin")
  const since = ["Piano", "Violin"]
  saveInstruments(
    actor,
    mia,
    since.map((instrument) => ({ instrument, level: null })),
  )
  addEntry(actor, "instruments", "VIOLINE")
  expect(restoreDeleted(actor, kept()).ok).toBe(true)
  expect([learned(mia), learned(otto)]).toEqual([since, both])
  expect(offeredNames(actor, "instruments")).toEqual(["Violin", "VIOLINE"])
})

test("a student learns no instrument twice after an undo", async () => {
  saveInstruments(actor, mia, [
    { instrument: "Violin", level: "3" },
    { instrument: "Violine", level: "1" },
  ])
  await merge("Violine", "Violin")
  saveInstruments(actor, mia, [{ instrument: "Violine", level: "5" }])
  expect(restoreDeleted(actor, kept()).ok).toBe(true)
  expect(learned(mia)).toEqual(["Violine 5"])
})

test("the name that stays takes the place on the school’s list of the one that goes", async () => {
  putAway(actor, "instruments", entryOf("Violin"), true)
  await merge("Violine", "Violin")
  expect(offeredNames(actor, "instruments")).toEqual(["Violin"])
  expect(restoreDeleted(actor, kept()).ok).toBe(true)
  expect(offeredNames(actor, "instruments")).toEqual(["Violine"])
})

test("a name that only records have, or in other capitals, is taken onto the list", async () => {
  addEntry(actor, "instruments", "Fiddle")
  changeRows(students, { id: mia }, { instrument: "Geige", level: "2" })
  await merge("Fiddle", "Geige")
  changeRows(students, { id: otto }, { instrument: "violin" })
  await merge("Violin", "violin")
  expect(offeredNames(actor, "instruments")).toEqual(["Geige", "violin", "Violine"])
})

test("a level isn’t lost where only the other name has one", async () => {
  saveInstruments(actor, mia, [
    { instrument: "Violine", level: null },
    { instrument: "Violin", level: "Grade 3" },
  ])
  await merge("Violine", "Violin")
  expect(learned(mia)).toEqual(["Violin Grade 3"])
})

test("two skill lists become one, in order of their levels, and a student’s states go with the skills", async () => {
  const skill = (instrument: string, level: string, name: string) => {
    const added = addSkill(actor, { instrument, level, name })
    return added.ok ? added.skillId : ""
  }
  const scale = skill("Violin", "Grade 1", "Scale")
  skill("Violin", "Grade 3", "Vibrato")
  const doubled = skill("Violine", "grade 1", "SCALE")
  skill("Violine", "Grade 1", "Bow")
  const state = {
    ...newRow(actor),
    studentId: mia,
    skillId: doubled,
    state: "secure",
    since: "2026-09-01",
  } as const
  addRows(skillStates, state)
  const list = () => listSkills(actor, "violin").map(({ name, position }) => `${position} ${name}`)
  const before = list()
  await merge("Violine", "Violin")
  expect(list()).toEqual(["0 Scale", "1 Bow", "2 Vibrato"])
  const skillOf = () => rowOf(skillStates, { id: state.id })?.skillId
  expect(skillOf()).toBe(scale)
  expect(restoreDeleted(actor, kept()).ok).toBe(true)
  expect([list(), skillOf()]).toEqual([before, doubled])
})

test("inquiries, other capitals and what only a teacher names are merged, too", async () => {
  const asked = {
    ...newRow(actor),
    state: "new",
    purpose: "lessons",
    firstName: "Ada",
    email: "ada@example.org",
  } as const
  addRows(inquiries, { ...asked, instrument: "violine" })
  changeRows(students, { id: otto }, { instrument: "VIOLINE" })
  const { teacherId } = addMember(actor, "teacher", "Beatriz Alvarez")
  changeRows(teachers, { id: teacherId }, { instruments: "Geige, Viola" })
  expect((await merge("Violine", "Violin")).status).toBe(303)
  expect(rowOf(inquiries, { id: asked.id })?.instrument).toBe("Violin")
  expect(learned(otto)).toEqual(["Violin"])
  expect((await merge("Geige", "Violin")).status).toBe(303)
  expect(rowOf(teachers, { id: teacherId })?.instruments).toBe("Violin, Viola")
  expect(listUsedInstruments(actor).map(({ name }) => name)).not.toContain("Geige")
})

test("of two merges in a row the later one is undone first", async () => {
  learnBoth()
  addEntry(actor, "instruments", "Geige")
  await merge("Violine", "Violin")
  const first = kept()
  await merge("Violin", "Geige")
  expect(restoreDeleted(actor, first)).toBeRefused("renamed")
  const later = bin().find(({ id }) => id !== first)?.id ?? ""
  expect(restoreDeleted(actor, later).ok).toBe(true)
  expect(restoreDeleted(actor, first).ok).toBe(true)
  expect([learned(mia), learned(otto)]).toEqual([both, both])
})
