import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { db, sqlite } from "db/client.server"
import { users } from "db/schema/accounts"
import { erasures } from "db/schema/foundation-audit"
import { tasks } from "db/schema/foundation-tasks"
import { savedMethods } from "db/schema/money-auto-pay"
import { enteredWork, paySlips } from "db/schema/money-pay"
import { guardians, members, students, teachers } from "db/schema/people"
import { and, eq, or } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { startExport, writeSchoolExport } from "~/models/accounts/school/export-school.server"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { continueErasure } from "~/models/overview/erasure/forget-in-activity.server"
import { changeStatus } from "~/models/teaching/student-status/change-status.server"
import { deactivateTeacher } from "~/models/teaching/teacher-leaving/deactivate-teacher.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../support/clock"
import { browserOf, useSeededDatabase } from "../../support/demo"
import { changeRows, rowOf, rowsOf } from "../../support/school"

// Half a year of a whole school, and then one of its students and a guardian are erased: everything that any table says is
// searched for their names.

beforeAll(() => useSeededDatabase())
afterAll(() => fixClock(undefined))

let actor: Actor

/** Every "table.column" of the whole database with one of these, however it is written. */
function placesOf(parts: readonly string[]): string[] {
  const all = sqlite()
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all() as { name: string }[]
  return all.flatMap(({ name }) => {
    const columns = sqlite().prepare(`pragma table_info("${name}")`).all() as { name: string }[]
    return columns.flatMap((column) => {
      const found = parts.some((part) =>
        sqlite()
          .prepare(`select 1 from "${name}" where instr(lower(cast("${column.name}" as text)), lower(?)) > 0`)
          .get(part),
      )
      return found ? [`${name}.${column.name}`] : []
    })
  })
}

/** Erases someone as the office does, without scripts, and lets the steps that follow be done. */
async function erase(noun: "student" | "guardian", id: string, name: string) {
  const office = await browserOf("admin@harmony.example")
  const address = `/families/erase?noun=${noun}&id=${id}`
  const page = await office.read(address)
  expect(page).toContain("The name in the school’s activity and in files you imported, within the hour")
  expect((await office.submit(address, { name, sure: "on" })).status).toBe(303)
  for (const { id: erasureId } of rowsOf(erasures)) while (await continueErasure(actor, erasureId));
  expect(rowsOf(erasures)).toEqual([])
}

/** The record of someone of the demo who logs in, with their email. */
const recordOf = (table: typeof students | typeof guardians, login: string) => {
  const { userId, email } = db()
    .select({ userId: users.id, email: users.email })
    .from(users)
    .where(or(eq(users.email, login), eq(users.username, login)))
    .get() ?? { userId: "", email: null }
  const found = db()
    .select({ id: table.id, schoolId: table.schoolId })
    .from(table)
    .innerJoin(members, and(eq(members.schoolId, table.schoolId), eq(members.id, table.memberId)))
    .where(eq(members.userId, userId))
    .get()
  if (!found) throw new Error(`No record of ${login}`)
  return { ...found, email }
}

/** Documents as they were issued, and payslips: the page says that they stay. */
const documents = ["invoice_lines.description", "invoice_lines.student_name", "pay_slip_lines.description"]

test("a student’s name is in no table afterward but in documents, and in no export that waits", async () => {
  const { id, schoolId } = recordOf(students, "milo")
  actor = schoolActor(schoolId) as Actor
  const [milo] = rowsOf(students, { id })
  expect(milo).toMatchObject({ firstName: "Milo", lastName: "Haddad" })
  const taskId = startExport(actor, null)
  const folder = `${(process.env.DATABASE_PATH ?? "").replace(/\.db$/, "")}.exports`
  mkdirSync(folder, { recursive: true })
  await writeSchoolExport(actor, join(folder, `${taskId}.zip`), () => undefined)
  changeRows(tasks, { id: taskId }, { state: "finished", finishedAt: testNow })
  const names = ["Milo Haddad", "Haddad, Milo"]
  const before = placesOf(names)
  for (const place of ["events.after", "emails.data", "classes.name", "students.first_name", ...documents])
    expect([...before, ...placesOf(["Milo"])], place).toContain(place)
  expect(changeStatus(actor, id, { step: "end", reason: "Moves away" }).ok).toBe(true)
  fixClock(testNow + 2 * 86_400_000)
  await erase("student", id, "Milo Haddad")
  expect(placesOf(names).filter((place) => !documents.includes(place))).toEqual([])
  expect(existsSync(join(folder, `${taskId}.zip`))).toBe(false)
  // A guardian of another family has the same first name.
  const others = placesOf(["Milo"]).flatMap((place) => {
    const [table = "", column = ""] = place.split(".")
    const texts = sqlite()
      .prepare(`select "${column}" as text from "${table}" where instr("${column}", 'Milo') > 0`)
      .all() as { text: string }[]
    const told = texts.filter(
      ({ text }) => /Milo(?! Petrović)/u.test(text) && !text.includes("Milo Petrović"),
    )
    return told.length > 0 ? [place] : []
  })
  expect(others.filter((place) => !documents.includes(place))).toEqual([])
  expect(rowsOf(users, { username: "milo" })).toEqual([])
})

/** To whom an invoice was written, and who paid: they stay, too. */
const books = ["invoice_shares.name", "invoices.bill_to", "payments.payer_name"]

test("a guardian’s name and address are in no table afterward but in documents", async () => {
  const { id, email } = recordOf(guardians, "guardian@harmony.example")
  const [guardian] = rowsOf(guardians, { id })
  const parts = [guardian?.name ?? "", email ?? ""]
  expect(placesOf(parts).length).toBeGreaterThan(2 * books.length)
  const ended = { state: "ended", endedAt: testNow, endedBy: "family" } as const
  changeRows(savedMethods, { guardianId: id }, ended)
  changeRows(guardians, { id }, { payerShare: 0 })
  await erase("guardian", id, parts[0] ?? "")
  expect(placesOf(parts).sort()).toEqual(books)
})

test("a teacher’s and a member’s names and addresses are in no table afterward, and every figure is as it was", async () => {
  const office = await browserOf("admin@harmony.example")
  const figures = () =>
    sqlite()
      .prepare(
        "select count(*) as n, sum(total_minor) as total, group_concat(state) as states from pay_slips",
      )
      .get()
  const before = figures()
  const confirm = async (address: string, name: string) => {
    expect((await office.submit(address, { name, sure: "on" })).status).toBe(303)
    for (const { id } of rowsOf(erasures)) while (await continueErasure(actor, id));
    expect(rowsOf(erasures)).toEqual([])
  }
  const teacher = rowOf(teachers, { email: "teacher@harmony.example" })
  const { id = "", memberId, name = "" } = teacher ?? {}
  const parts = [name, "teacher@harmony.example"]
  for (const place of ["messages.author_name", "emails.data", "pay_slips.teacher_name", "imports.content"])
    expect(placesOf(parts), place).toContain(place)
  expect(deactivateTeacher(actor, id, new Map()).ok).toBe(true)
  changeRows(
    paySlips,
    { teacherId: id, state: "approved" },
    { state: "locked", lockedAt: testNow, lockedName: name },
  )
  changeRows(enteredWork, { teacherId: id, state: "asked" }, { state: "withdrawn" })
  await confirm(`/teachers/${id}/erase`, name)
  expect(placesOf(parts)).toEqual([])
  expect(figures()).toEqual({ ...(before as object), states: expect.any(String) })
  expect(memberId).toBeTruthy()

  const [books] = db()
    .select({ memberId: members.id, name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(users.email, "books@harmony.example"))
    .all()
  await confirm(`/settings/team/${books?.memberId}/erase`, books?.name ?? "")
  expect(placesOf([books?.name ?? "", books?.email ?? ""])).toEqual([])
})
