import { savedFilters } from "db/schema/foundation-lists"
import { members, students } from "db/schema/people"
import { inquiries } from "db/schema/people-inquiries"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { type Preset, presetRights, presets } from "~/models/foundation/access/rights"
import type { SelectableNoun } from "~/models/foundation/selection/selection"
import { type ListAct, listActs } from "~/models/overview/bulk/list-acts"
import { Browser, locationOf, openOffice } from "../../support/app"
import { openFamily } from "../../support/billing"
import { fingerprint } from "../../support/demo"
import { addClassRow, addTeacherRow } from "../../support/lessons"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

// What members of the office post without a right to it, and what hostile forms and filters do: refused, nothing changed.

let actor: Actor
let office: Browser
let studentId: string
let familyId: string
let classId: string
let teacherId: string
let inquiryId: string

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
  const family = openFamily(actor, {
    adults: [{ name: "Mateo Okafor", email: "m@x.example", payerShare: 10_000 }],
  })
  familyId = family.familyId
  studentId = family.studentIds[0] ?? ""
  classId = addClassRow(actor, { name: "Guitar" })
  teacherId = addTeacherRow(actor, "Helena Novak")
  const asked = { firstName: "Sami", lastName: "Farah", email: "sami@x.example" }
  const inquiry = { ...newRow(actor), ...asked, state: "new", purpose: "lessons" } as const
  addRows(inquiries, inquiry)
  inquiryId = inquiry.id
})

async function memberWith(preset: Preset): Promise<Browser> {
  const { userId, memberId } = addMember(actor, "office", "Rosa Lind")
  changeRows(members, { id: memberId }, { rights: presetRights[preset].join(",") })
  return Browser.of(userId)
}

/** The acts on each list that a preset has; all others are refused. */
const mayAct: Record<Preset, Partial<Record<SelectableNoun, readonly ListAct[]>>> = {
  "front-desk": {
    students: ["message", "invite", "enroll", "status", "price", "consent", "export", "merge"],
    families: ["message", "invite", "export", "merge"],
    classes: ["message", "price", "assign", "roll-over", "export", "archive"],
    inquiries: ["contact", "next-step", "lose"],
  },
  bookkeeping: {},
  "teaching-lead": {
    students: ["message", "enroll", "export"],
    families: ["message", "export"],
    classes: ["message", "assign", "export", "archive"],
  },
  "read-only": { students: ["export"], families: ["export"], classes: ["export"] },
}

test.each(presets)("a member with the rights %s is refused every other act on a list", async (preset) => {
  const member = await memberWith(preset)
  const before = fingerprint()
  const ids = {
    students: studentId,
    families: familyId,
    people: familyId,
    classes: classId,
    invoices: "none",
    teachers: teacherId,
    inquiries: inquiryId,
  }
  for (const [noun, acts] of Object.entries(listActs) as [SelectableNoun, readonly ListAct[]][]) {
    const sent = { noun, scope: "ticked", list: "", id: ids[noun] }
    for (const act of acts.filter((each) => !mayAct[preset][noun]?.includes(each)))
      expect((await member.submit("/selections", { ...sent, act })).status, `${noun} ${act}`).toBe(404)
    expect(fingerprint()).toBe(before)
  }
  for (const [noun, acts] of Object.entries(mayAct[preset]) as [SelectableNoun, readonly ListAct[]][])
    for (const act of acts) {
      const answer = await member.submit("/selections", {
        noun,
        act,
        scope: "ticked",
        list: "",
        id: ids[noun],
      })
      expect(answer.status, `${noun} ${act}`).toBe(303)
    }
})

test.each(presets)("a member with the rights %s merges, erases and exports no one", async (preset) => {
  await office.submit("/students", {
    intent: "save-filter",
    name: "Ours",
    query: "status=active",
    shared: "on",
  })
  const shared = rowsOf(savedFilters, { schoolId: actor.school.id }, { only: ["id"] })[0]
  const member = await memberWith(preset)
  const before = fingerprint()
  for (const [path, fields] of [
    ["/students/duplicates/people", { noun: "student", keep: studentId, gone: studentId }],
    ["/students/duplicates/families", { keep: familyId, gone: familyId }],
    [`/students/${studentId}/erase`, { name: "Freya Okafor", sure: "on" }],
    ["/settings/fields", { intent: "add", noun: "student", name: "Shoe", kind: "text", audience: "office" }],
    ["/settings/admin/data", { intent: "export" }],
    ["/students", { intent: "remove-filter", filter: shared?.id ?? "" }],
  ] as [string, Record<string, string>][])
    expect([403, 404, 409], path).toContain((await member.submit(path, fields)).status)
  expect(fingerprint()).toBe(before)
})

test("signs of SQL, HTML and emoji in filters and in names of fields are text", async () => {
  for (const search of ["%", "_", "100%_", "\\", "'; drop table students; --", "🎻", "<b>x</b>"]) {
    for (const list of ["/students", "/families", "/teachers", "/classes", "/billing"]) {
      const answer = await office.visit(
        `${list}?q=${encodeURIComponent(search)}&search=${encodeURIComponent(search)}`,
      )
      expect([list, search, answer.status]).toEqual([list, search, 200])
      expect(await answer.text()).not.toContain("<b>x</b>")
    }
    expect(await office.read(`/students?q=${encodeURIComponent(search)}`)).toContain("No students match")
  }
  const name = "<img src=x onerror=alert(1)> 🎺"
  const added = await office.submit("/settings/fields", {
    ...{ intent: "add", noun: "student", name, kind: "text", audience: "office", choices: "" },
  })
  expect(added.status).toBe(303)
  for (const path of ["/settings/fields", `/students/${studentId}`, "/students", "/students/create"])
    expect(await office.html(path), path).not.toContain("<img src=x")
})

test("an undo by another member, again, or of another school changes nothing more", async () => {
  const made = await office.submit("/selections", {
    noun: "students",
    act: "status",
    scope: "ticked",
    list: "",
    id: studentId,
  })
  const at = locationOf(made)
  await office.submit(at, { intent: "preview", step: "pause", reason: "Vacation" })
  const done = await office.submit(at, { intent: "confirm" })
  const task = locationOf(done)
  const status = () => rowOf(students, { id: studentId })?.status
  expect([task.slice(0, 7), status()]).toEqual(["/tasks/", "paused"])
  const reader = await memberWith("read-only")
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  for (const other of [reader, stranger]) {
    expect((await other.submit(task, { intent: "undo" })).status).toBe(404)
    expect(status()).toBe("paused")
  }
  const desk = await memberWith("front-desk")
  expect((await desk.submit(task, { intent: "undo" })).status).toBe(303)
  expect(status()).toBe("active")
  const undone = fingerprint()
  for (const again of [office, desk]) {
    expect((await again.submit(task, { intent: "undo" })).status).toBe(303)
    expect([status(), fingerprint() === undone]).toEqual(["active", true])
  }
})

test("who opens a page without its right reads which one it needs and whom to ask", async () => {
  const follow = async (at: string) => {
    const reader = await memberWith("read-only")
    const answer = await reader.visit(at)
    return [locationOf(answer), await reader.read(locationOf(answer))] as const
  }
  const [home, rooms] = await follow("/settings/policies")
  expect(home).toBe("/dashboard")
  expect(rooms).toContain("You can’t open that page")
  expect(rooms).toContain("This needs the right “Change settings.” Ask Ruth Castellano to give it to you.")
  expect((await follow("/teachers"))[1]).toContain(
    "Only your school’s administrator can do this. Ask Ruth Castellano.",
  )
  // Of a pair of rights the one that is missing; another area is no matter of rights.
  expect((await follow(`/students/${studentId}/balance`))[1]).not.toContain("See students and families")
  expect((await follow("/student"))[1]).not.toContain("You can’t open that page")
})

test("a help article has links to the pages that its reader may open, and names the others", async () => {
  const link = 'href="/settings/policies"'
  const at = "/help/policies"
  expect(await office.html(at)).toContain(link)
  expect(await new Browser().html(at)).toContain(link)
  const desk = await memberWith("front-desk")
  expect(await desk.html(at)).not.toContain(link)
  expect(await desk.read(at)).toContain("Policies")
})
