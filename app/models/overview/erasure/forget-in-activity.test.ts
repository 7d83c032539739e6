import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { sqlite } from "db/client.server"
import { importCreations, importParts, imports } from "db/schema/exchange"
import { jobs } from "db/schema/foundation"
import { erasures, events } from "db/schema/foundation-audit"
import { tasks } from "db/schema/foundation-tasks"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { findLatestExport, startExport } from "~/models/accounts/school/export-school.server"
import { queueImportSteps } from "~/models/exchange/roster-import/run-import.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { importJobKey } from "~/models/foundation/job/job"
import { fixClock } from "~/utils/clock.server"
import { readCsv } from "~/utils/csv.server"
import { atPlace } from "~/utils/sheet-rows"
import { openFamily } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { inAct } from "../../../../tests/support/in-act"
import { addStudentRow } from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { erasePerson } from "./erase-person.server"
import { continueErasure } from "./forget-in-activity.server"

let actor: Actor
let wil: string
let otis: string

beforeEach(() => {
  actor = openSchool().actor
  const family = openFamily(actor, { name: "Quigley", children: ["Wilhelmina", "Otis"] })
  ;[wil = "", otis = ""] = family.studentIds
})

const mine = () => eq(events.schoolId, actor.school.id)
const entries = () => rowsOf(events, mine(), { by: ["createdAt", "id"] })
const erasureId = () => rowOf(erasures, { schoolId: actor.school.id })?.id ?? ""

async function eraseWil() {
  expect(erasePerson(actor, "student", wil).ok).toBe(true)
  const id = erasureId()
  let steps = 0
  while (await continueErasure(actor, id)) steps += 1
  return steps
}

describe("the activity, once a person is erased", () => {
  test("loses what it says of them, and keeps who did what, when, and what it says of others", async () => {
    inAct(recordEvent)(actor, "student.change", wil, {
      before: { firstName: "Wilhelmina", phone: "555 0142", medicalNotes: "Nut allergy" },
      after: { firstName: "Mina", phone: null, medicalNotes: null, status: "active" },
    } as never)
    const enroll = (studentId: string, name: string) =>
      inAct(recordEvent)(actor, "enrollment.enroll", newRow(actor).id, {
        after: { studentId, name, classId: "a-class", startsOn: "2026-11-18" },
      } as never)
    enroll(wil, "Wilhelmina Quigley")
    enroll(otis, "Otis Quigley")
    inAct(recordEvent)(actor, "school.change" as never, actor.school.id, {
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
    const change = after.find(({ nounId, verb }) => nounId === wil && verb === "change")
    expect(change?.after).toBe(
      JSON.stringify({ firstName: "Erased student", phone: null, medicalNotes: null, status: "active" }),
    )
    expect(change?.before).toBe(
      JSON.stringify({ firstName: "Erased student", phone: null, medicalNotes: null }),
    )
    expect(erasureId()).toBe("")
    expect(JSON.stringify(rowsOf(jobs, { schoolId: actor.school.id }))).not.toContain("Wilhelmina")
  })

  test("is worked off in steps, and a name that someone else has stays in entries about them", async () => {
    const namesake = addStudentRow(actor, "Wilhelmina", "Quigley")
    for (let count = 0; count < 700; count++)
      inAct(recordEvent)(actor, "enrollment.enroll", `${count}`, {
        after: { studentId: count % 2 ? wil : namesake, name: "Wilhelmina Quigley", startsOn: "2026-11-18" },
      } as never)
    expect(await eraseWil()).toBeGreaterThanOrEqual(3)
    const named = entries().filter(({ after }) => after?.includes("Wilhelmina"))
    expect(named).toHaveLength(350)
    expect(named.every(({ after }) => after?.includes(namesake))).toBe(true)
  })

  test("keeps what was said of others beside them, and of money", async () => {
    const enrollment = newRow(actor).id
    const drop = (after: object) =>
      inAct(recordEvent)(actor, "enrollment.drop", enrollment, { after } as never)
    drop({ studentId: wil, name: "Wilhelmina Quigley", lastDay: "2026-11-18", reason: "Ill" })
    drop({ studentIds: [wil, otis], names: ["Wilhelmina Quigley", "Otis Quigley"], reason: "Moved away" })
    drop({
      changes: [
        { studentId: wil, note: "Ill" },
        { studentId: otis, note: "Well", minutes: 45 },
      ],
    })
    const payment = { familyId: "a-family", amountMinor: 4500, note: "Cash from Wilhelmina Quigley" }
    inAct(recordEvent)(actor, "payment.record", wil, { after: payment } as never)
    await eraseWil()
    expect(
      entries()
        .filter(({ noun }) => noun === "enrollment" || noun === "payment")
        .map(({ after }) => JSON.parse(after ?? "null")),
    ).toEqual([
      { studentId: wil, name: "Erased student", lastDay: "2026-11-18", reason: null },
      { studentIds: [wil, otis], names: ["Erased student", "Otis Quigley"], reason: "Moved away" },
      {
        changes: [
          { studentId: wil, note: null },
          { studentId: otis, note: "Well", minutes: 45 },
        ],
      },
      { ...payment, note: "Cash from Erased student" },
    ])
  })

  test("loses every answer to the school’s own fields, and keeps which were changed", async () => {
    const answers = { before: { Allergies: "None" }, after: { Allergies: "Nuts", "T-shirt": "M" } }
    for (const nounId of [wil, otis])
      inAct(recordEvent)(actor, "student.answer", nounId, { ...answers } as never)
    await eraseWil()
    const [hers, his] = [wil, otis].map((id) =>
      entries().find(({ nounId, verb }) => nounId === id && verb === "answer"),
    )
    expect(hers).toMatchObject({ before: '{"Allergies":null}', after: '{"Allergies":null,"T-shirt":null}' })
    expect(his?.after).toBe(JSON.stringify(answers.after))
  })
})

describe("the database, while a person is being erased", () => {
  const facts = {
    ...{ studentId: "", name: "Wilhelmina Quigley", startsOn: "2026-11-18" },
    ...{ reason: "Ill", amountMinor: 4500, isOwn: true, className: "Violin" },
  }
  function addEntry(about: string, by = actor): string {
    const nounId = newRow(actor).id
    inAct(recordEvent)(by, "enrollment.enroll", nounId, { after: { ...facts, studentId: about } } as never)
    return rowOf(events, { nounId })?.id ?? ""
  }
  const write = (id: string, column: string, value: unknown) => () =>
    sqlite().prepare(`update events set ${column} = ? where id = ?`).run(value, id)
  const rewrite = (id: string, change: object) =>
    write(id, "after", JSON.stringify({ ...facts, studentId: wil, ...change }))

  test("lets only what an entry says of them go: never who did what and when, a number, a date or a fact", () => {
    const id = addEntry(wil)
    const [ofOtis, elsewhere] = [addEntry(otis), addEntry(wil, openSchool().actor)]
    expect(rewrite(id, { name: "Erased student" })).toThrow("append-only")
    expect(erasePerson(actor, "student", wil).ok).toBe(true)
    for (const column of ["school_id", "id", "created_at", "member_id", "verb", "noun", "noun_id", "before"])
      expect(write(id, column, column === "created_at" ? 1 : "x"), column).toThrow()
    for (const change of [
      { amountMinor: 1 },
      { amountMinor: "4500" },
      { isOwn: false },
      { startsOn: "2026-11-19" },
      { className: "Piano" },
      { className: null },
      { studentId: otis },
      { more: "x" },
      { name: 1 },
      { name: { first: "x" } },
      { reason: undefined },
    ])
      expect(rewrite(id, change), JSON.stringify(change)).toThrow("append-only")
    expect(write(id, "after", null)).toThrow("append-only")
    expect(write(id, "after", "no JSON")).toThrow()
    expect(write(id, "actor_name", "Someone")).toThrow("append-only")
    for (const [entry, studentId] of [
      [ofOtis, otis],
      [elsewhere, wil],
    ] as const)
      expect(write(entry, "after", JSON.stringify({ ...facts, studentId, reason: null }))).toThrow(
        "append-only",
      )
    expect(rewrite(id, { name: "Erased student", reason: null })().changes).toBe(1)
  })

  test("is closed again afterward, and never lets an entry be replaced or deleted", async () => {
    const id = addEntry(wil)
    expect(erasePerson(actor, "student", wil).ok).toBe(true)
    const replace = `insert or replace into events select school_id, id, created_at, member_id, 'Someone', verb, noun, noun_id, before, after from events where id = ?`
    expect(() => sqlite().prepare(replace).run(id)).toThrow("append-only")
    expect(() => sqlite().prepare("delete from events where id = ?").run(id)).toThrow("append-only")
    while (await continueErasure(actor, erasureId()));
    expect(erasureId()).toBe("")
    expect(rewrite(id, { name: "Someone" })).toThrow("append-only")
  })
})

describe("imported files, once a person is erased", () => {
  const head = "First name,Last name,Guardian,Email"
  const rows = [
    "Wilhelmina,Quigley,Mateo Quigley,mateo@mail.example",
    'Otis,Quigley,"Mateo ""Teo"" Quigley",mateo@mail.example',
    "Wilhelmina,Bell,Ada Bell,ada@mail.example",
  ]
  const mapping = '{"0":"firstName","1":"lastName","2":"guardian1Name","3":"guardian1Email"}'
  function addImport(state: "uploaded" | "imported" | "importing") {
    const row = newRow(actor)
    addRows(imports, {
      ...{ ...row, fileName: "roster.csv", encoding: "utf-8", delimiter: ",", state },
      ...{ content: [head, ...rows].join("\n"), mapping, options: "{}" },
    })
    for (const rowNumber of [2, 3])
      addRows(importParts, {
        ...{ ...newRow(actor), importId: row.id, position: rowNumber, rowNumber, kind: "left-out" },
        content: JSON.stringify({ rowNumber, reason: `Row of ${rows[rowNumber - 2]}` }),
      })
    return row.id
  }
  const contentOf = (id: string) => rowOf(imports, { schoolId: actor.school.id, id })?.content ?? ""

  test("lose their row, and count the others as before", async () => {
    const id = addImport("imported")
    await eraseWil()
    const { headers, rows: left } = readCsv(contentOf(id), ",")
    expect(headers).toEqual(head.split(","))
    expect(left).toEqual([
      { rowNumber: 3, cells: ["Otis", "Quigley", 'Mateo "Teo" Quigley', "mateo@mail.example"] },
      { rowNumber: 4, cells: ["Wilhelmina", "Bell", "Ada Bell", "ada@mail.example"] },
    ])
    const parts = rowsOf(importParts, { schoolId: actor.school.id })
    expect(parts.map(({ rowNumber }) => rowNumber)).toEqual([3])
  })

  test("of a timetable lose the cells that were the person’s, also where they go on, and no one else’s", async () => {
    const id = addImport("imported")
    const content = "Time,Mon,Tue\n15:00,Wil (tired),Otis Quigley\n15:30,Wil (tired),Wil"
    const sheets = [{ name: "", length: 3, isRead: true, headings: [1], shape: "grid" }]
    changeRows(imports, { id }, { content, layout: JSON.stringify({ sheets }) })
    addRows(importCreations, {
      ...{ ...newRow(actor), importId: id, noun: "student", nounId: wil },
      planKey: String(atPlace(2, 1, 0)),
    })
    await eraseWil()
    expect(contentOf(id).split("\r\n")).toEqual(["Time,Mon,Tue", "15:00,,Otis Quigley", "15:30,,Wil"])
  })

  test("lose what stands behind a fault, and the key by which a family was known", async () => {
    const id = addImport("imported")
    const broken = `${head}\n${rows[1]}\nZoë,"Bell\nWilhelmina,Quigley`
    changeRows(imports, { id }, { content: broken })
    const keys = ["wilhelmina quigley", "mateo@mail.example"]
    for (const planKey of keys)
      addRows(importCreations, {
        ...newRow(actor),
        importId: id,
        noun: "family",
        nounId: newRow(actor).id,
        planKey,
      })
    await eraseWil()
    expect(contentOf(id)).not.toContain("Wilhelmina")
    expect(contentOf(id)).toContain("Otis,Quigley")
    const kept = rowsOf(importCreations, { importId: id })
    expect(kept.map(({ planKey }) => planKey).sort()).toEqual(["mateo@mail.example", null])
  })

  test("wait while an import is under way", async () => {
    const id = addImport("importing")
    await eraseWil()
    expect(contentOf(id)).toContain("Wilhelmina,Quigley")
    const [later] = rowsOf(jobs, { schoolId: actor.school.id, kind: "forget-person" }).filter(
      ({ dueAt }) => dueAt > testNow,
    )
    expect(JSON.parse(later?.payload ?? "{}")).toEqual({ erasureId: erasureId() })
    changeRows(imports, { schoolId: actor.school.id }, { state: "imported" })
    while (await continueErasure(actor, erasureId()));
    expect(contentOf(id)).not.toContain("Wilhelmina,Quigley")
  })
})

describe("an import that was given up", () => {
  test("is cleaned like a finished one, and the erasure ends", async () => {
    const row = newRow(actor)
    const content = "First name,Last name\nWilhelmina,Quigley\nOtis,Quigley"
    addRows(imports, {
      ...{ ...row, fileName: "roster.csv", encoding: "utf-8", delimiter: ",", state: "importing" },
      ...{ content, mapping: '{"0":"firstName","1":"lastName"}', options: "{}" },
      summary: JSON.stringify({ students: 2, kept: ["Wilhelmina Quigley", "Otis Quigley"] }),
    })
    const planned = [
      { rowNumber: 2, student: { firstName: "Wilhelmina", medicalNotes: "Asthma" } },
      { rowNumber: 3, student: { firstName: "Otis" } },
    ]
    addRows(importParts, {
      ...{ ...newRow(actor), importId: row.id, position: 1, kind: "family" },
      content: JSON.stringify({ family: { rowNumbers: [2, 3] }, rows: planned }),
    })
    inAct(queueImportSteps)(actor, row.id)
    changeRows(jobs, { uniqueKey: importJobKey(row.id) }, { state: "dead" })
    await eraseWil()
    const left = rowOf(imports, { id: row.id })
    expect(left?.content).toBe("First name,Last name\r\n\r\nOtis,Quigley")
    expect(JSON.parse(left?.summary ?? "")).toEqual({ students: 2, kept: ["Erased student", "Otis Quigley"] })
    const [step] = rowsOf(importParts, { importId: row.id })
    expect(JSON.parse(step?.content ?? "").rows).toEqual([planned[1]])
    expect(erasureId()).toBe("")
  })
})

describe("exports that wait for their download, once a person is erased", () => {
  const folder = `${(process.env.DATABASE_PATH ?? "").replace(/\.db$/, "")}.exports`
  const addExport = (state: "finished" | "running") => {
    const taskId = startExport(actor, null)
    changeRows(tasks, { id: taskId }, { state, finishedAt: testNow, result: '{"rows":1}' })
    mkdirSync(folder, { recursive: true })
    const path = join(folder, `${taskId}.zip`)
    writeFileSync(path, "Wilhelmina Quigley")
    return { path, taskId }
  }

  test("are deleted, also one that was begun before every entry was gone through", async () => {
    expect(erasePerson(actor, "student", wil).ok).toBe(true)
    fixClock(testNow + 60_000)
    const { path } = addExport("finished")
    expect(findLatestExport(actor)?.keptUntil).not.toBeNull()
    while (await continueErasure(actor, erasureId()));
    expect(existsSync(path)).toBe(false)
    expect(findLatestExport(actor)?.keptUntil).toBeNull()
  })

  test("are deleted, be it after the one that is being written", async () => {
    const { path, taskId } = addExport("running")
    await eraseWil()
    expect(existsSync(path)).toBe(true)
    expect(erasureId()).not.toBe("")
    changeRows(tasks, { id: taskId }, { state: "finished" })
    await continueErasure(actor, erasureId())
    expect(existsSync(path)).toBe(false)
    expect(erasureId()).toBe("")
  })
})
