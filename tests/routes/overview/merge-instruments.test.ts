import { db } from "db/client.server"
import { students, teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { addEntry, offeredNames } from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import { restoreDeleted } from "~/models/overview/bin/restore-deleted.server"
import { listInstrumentsOf, saveInstruments } from "~/models/people/student/instruments.server"
import { addClass } from "~/models/teaching/class/class.server"
import { Browser, textOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { addMember, openSchool } from "../../support/school"

// The school's list has Violin; an import brought "Violine", and a teacher writes it that way.

const at = "/settings/school"
let actor: Actor
let office: Browser
let [mia, otto] = ["", ""]

beforeEach(async () => {
  const school = openSchool()
  actor = school.actor
  office = await Browser.of(school.userId)
  const family = openFamily(actor, { name: "Novak", children: ["Mia", "Otto"] })
  mia = family.studentIds[0] ?? ""
  otto = family.studentIds[1] ?? ""
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
  db().update(teachers).set({ instruments: "Violine, Violin, Viola" }).where(eq(teachers.id, teacherId)).run()
  expect(await textOf(await office.visit(at))).toContain("Violine: 2 students, 1 class")

  const same = await merge("Violine", "Violine")
  expect(same.status).toBe(409)
  expect(await same.text()).toContain("Choose another name than the one that goes.")
  expect((await merge("Violine", "Kazoo")).status).toBe(409)
  expect((await merge("", "Violin")).status).toBe(400)

  expect((await merge("Violine", "Violin")).status).toBe(303)
  expect(await textOf(await office.visit(at))).toContain("Violine merged into Violin: 2 students, 1 class.")
  expect(learned(mia)).toEqual(["Violin Grade 1", "Piano"])
  expect(learned(otto)).toEqual(["Piano", "Violin"])
  const instrumentOf = () => db().select().from(classes).where(eq(classes.id, classId)).get()?.instrument
  expect(instrumentOf()).toBe("Violin")
  expect(db().select().from(teachers).where(eq(teachers.id, teacherId)).get()?.instruments).toBe(
    "Violin, Viola",
  )
  expect(offeredNames(actor, "instruments")).not.toContain("Violine")
  expect((await merge("Violine", "Violin")).status).toBe(409)

  const [kept] = listDeleted(actor, { page: 1, perPage: 5 }).records
  expect(kept).toMatchObject({ noun: "instrument", name: "Violine → Violin" })
  expect(restoreDeleted(openSchool().actor, kept?.id ?? "")).toEqual({ ok: false, reason: "not-found" })
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
  expect(db().select().from(students).where(eq(students.id, mia)).get()?.instrument).toBe("Violin")
  const facts = { name: "Trio", kind: "group", capacity: 3, price: null } as const
  const classId = addClass(actor, { ...facts, instrument: "vioLin" })
  expect(db().select().from(classes).where(eq(classes.id, classId)).get()?.instrument).toBe("Violin")
})
