import { db, sqlite } from "db/client.server"
import { importParts, imports } from "db/schema/exchange"
import { jobs } from "db/schema/foundation"
import { erasures, events } from "db/schema/foundation-audit"
import { and, eq } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { fixClock } from "~/utils/clock.server"
import { readCsv } from "~/utils/csv.server"
import { openFamily } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { addStudentRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { erasePerson } from "./erase-person.server"
import { continueErasure } from "./forget-in-activity.server"

let actor: Actor
let wil: string
let otis: string

beforeEach(() => {
  fixClock(testNow)
  actor = openSchool().actor
  const family = openFamily(actor, { name: "Quigley", children: ["Wilhelmina", "Otis"] })
  ;[wil = "", otis = ""] = family.studentIds
})
afterEach(() => fixClock(undefined))

const mine = () => eq(events.schoolId, actor.school.id)
const entries = () => db().select().from(events).where(mine()).all()
const erasureId = () =>
  db().select().from(erasures).where(eq(erasures.schoolId, actor.school.id)).get()?.id ?? ""

async function eraseWil() {
  expect(erasePerson(actor, "student", wil).ok).toBe(true)
  const id = erasureId()
  let steps = 0
  while (await continueErasure(actor, id)) steps += 1
  return steps
}

describe("the activity, once a person is erased", () => {
  test("loses what it says of them, and keeps who did what, when, and what it says of others", async () => {
    recordEvent(actor, {
      verb: "change",
      noun: "student",
      nounId: wil,
      before: { firstName: "Wilhelmina", phone: "555 0142", medicalNotes: "Nut allergy" },
      after: { firstName: "Mina", phone: null, medicalNotes: null, status: "active" },
    } as never)
    const enroll = (studentId: string, name: string) =>
      recordEvent(actor, {
        verb: "enroll",
        noun: "enrollment",
        nounId: newRow(actor).id,
        after: { studentId, name, classId: "a-class", startsOn: "2026-11-18" },
      } as never)
    enroll(wil, "Wilhelmina Quigley")
    enroll(otis, "Otis Quigley")
    recordEvent(actor, {
      verb: "change",
      noun: "school",
      nounId: actor.school.id,
      after: { name: "Hall of Wilhelmina Quigley, and her brother Otis Quigley" },
    } as never)
    const before = entries()
    await eraseWil()
    const after = entries()
    const text = JSON.stringify(after)
    for (const part of ["Wilhelmina", "Mina", "555 0142", "Nut allergy"]) expect(text).not.toContain(part)
    for (const part of ["Otis Quigley", "Erased student", "Hall of Erased student, and her brother"])
      expect(text).toContain(part)
    for (const entry of before) {
      const { actorName, verb, noun, nounId, createdAt, memberId } = entry
      const kept = { actorName, verb, noun, nounId, createdAt, memberId }
      expect(after.find(({ id }) => id === entry.id)).toMatchObject(kept)
    }
    expect(after.find(({ nounId, verb }) => nounId === wil && verb === "change")?.after).toBe(
      JSON.stringify({ firstName: "Erased student", status: "active" }),
    )
    expect(erasureId()).toBe("")
    expect(
      JSON.stringify(db().select().from(jobs).where(eq(jobs.schoolId, actor.school.id)).all()),
    ).not.toContain("Wilhelmina")
  })

  test("is worked off in steps, and a name that someone else has stays in entries about them", async () => {
    const namesake = addStudentRow(actor, "Wilhelmina", "Quigley")
    for (let count = 0; count < 700; count++)
      recordEvent(actor, {
        verb: "enroll",
        noun: "enrollment",
        nounId: `${count}`,
        after: { studentId: count % 2 ? wil : namesake, name: "Wilhelmina Quigley", startsOn: "2026-11-18" },
      } as never)
    expect(await eraseWil()).toBeGreaterThanOrEqual(3)
    const named = entries().filter(({ after }) => after?.includes("Wilhelmina"))
    expect(named).toHaveLength(350)
    expect(named.every(({ after }) => after?.includes(namesake))).toBe(true)
  })

  test("can’t be changed otherwise: not without an erasure, and never who did what", async () => {
    const change = (column: string) => () =>
      sqlite().prepare(`update events set ${column} = 'x' where school_id = ?`).run(actor.school.id)
    recordEvent(actor, { verb: "register", noun: "school", nounId: actor.school.id })
    expect(change("after")).toThrow("append-only")
    expect(erasePerson(actor, "student", wil).ok).toBe(true)
    for (const column of ["verb", "noun", "noun_id", "created_at", "member_id"])
      expect(change(column), column).toThrow()
    while (await continueErasure(actor, erasureId()));
    expect(change("actor_name")).toThrow("append-only")
    const other = openSchool().actor
    recordEvent(other, { verb: "register", noun: "school", nounId: other.school.id })
    expect(() =>
      db().update(events).set({ after: "{}" }).where(eq(events.schoolId, other.school.id)).run(),
    ).toThrow("append-only")
  })
})

describe("imported files, once a person is erased", () => {
  const head = "First name,Last name,Guardian,Email"
  const rows = [
    "Wilhelmina,Quigley,Mateo Quigley,mateo@mail.example",
    'Otis,Quigley,"Mateo ""Teo"" Quigley",mateo@mail.example',
    "Wilhelmina,Bell,Ada Bell,ada@mail.example",
  ]
  function addImport(state: "imported" | "importing") {
    const row = newRow(actor)
    db()
      .insert(imports)
      .values({
        ...{ ...row, fileName: "roster.csv", encoding: "utf-8", delimiter: ",", state },
        ...{ content: [head, ...rows].join("\n"), mapping: "{}", options: "{}" },
      })
      .run()
    for (const rowNumber of [2, 3])
      db()
        .insert(importParts)
        .values({
          ...{ ...newRow(actor), importId: row.id, position: rowNumber, rowNumber, kind: "left-out" },
          content: JSON.stringify({ rowNumber, reason: `Row of ${rows[rowNumber - 2]}` }),
        })
        .run()
    return row.id
  }
  const contentOf = (id: string) =>
    db()
      .select()
      .from(imports)
      .where(and(eq(imports.schoolId, actor.school.id), eq(imports.id, id)))
      .get()?.content ?? ""

  test("lose their row, and count the others as before", async () => {
    const id = addImport("imported")
    await eraseWil()
    const { headers, rows: left } = readCsv(contentOf(id), ",")
    expect(headers).toEqual(head.split(","))
    expect(left).toEqual([
      { rowNumber: 3, cells: ["Otis", "Quigley", 'Mateo "Teo" Quigley', "mateo@mail.example"] },
      { rowNumber: 4, cells: ["Wilhelmina", "Bell", "Ada Bell", "ada@mail.example"] },
    ])
    const parts = db().select().from(importParts).where(eq(importParts.schoolId, actor.school.id)).all()
    expect(parts.map(({ rowNumber }) => rowNumber)).toEqual([3])
  })

  test("wait while an import is under way", async () => {
    const id = addImport("importing")
    await eraseWil()
    expect(contentOf(id)).toContain("Wilhelmina,Quigley")
    const [later] = db()
      .select()
      .from(jobs)
      .where(and(eq(jobs.schoolId, actor.school.id), eq(jobs.kind, "forget-person")))
      .all()
      .filter(({ dueAt }) => dueAt > testNow)
    expect(JSON.parse(later?.payload ?? "{}")).toEqual({ erasureId: erasureId() })
    db().update(imports).set({ state: "imported" }).where(eq(imports.schoolId, actor.school.id)).run()
    while (await continueErasure(actor, erasureId()));
    expect(contentOf(id)).not.toContain("Wilhelmina,Quigley")
  })
})
