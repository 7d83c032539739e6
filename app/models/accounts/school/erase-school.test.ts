import { db, sqlite, transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { emails } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { deletedSchools } from "db/schema/platform"
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { runNextJob } from "~/jobs/run-job.server"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { tidyUp } from "~/models/platform/cleanup/cleanup.server"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import {
  closeDueSchools,
  eraseNextClosed,
  listSchoolsDue,
  remindOfDeletions,
  scheduleDeletion,
  undoDeletion,
} from "./delete-school.server"
import { beginErasing, eraseNext, eraseSchool } from "./erase-school.server"

/** A school with families that owe something, so that there is more than one step of it. */
function openLivedSchool() {
  const opened = openSchool()
  addMember(opened.actor, "teacher", "Marcus Whitfield")
  for (let at = 0; at < 20; at += 1) {
    const adults = [
      { name: `Adult ${at}`, email: `a${at}@${opened.actor.school.id}.example`, payerShare: 10_000 },
    ]
    const family = openFamily(opened.actor, { name: `Family ${at}`, adults, children: ["Mia", "Otis"] })
    for (let charge = 0; charge < 8; charge += 1) owe(opened.actor, family, 1000 + charge)
  }
  return opened
}

const ownedTables = () =>
  (
    sqlite()
      .prepare(
        `select t.name from sqlite_master t where t.type = 'table'
          and exists (select 1 from pragma_table_info(t.name) where name = 'school_id')`,
      )
      .all() as { name: string }[]
  ).map(({ name }) => name)

const countRows = (actor: Actor) =>
  ownedTables().reduce(
    (sum, table) =>
      sum +
      (
        sqlite().prepare(`select count(*) as n from "${table}" where school_id = ?`).get(actor.school.id) as {
          n: number
        }
      ).n,
    0,
  )

const isThere = (actor: Actor) =>
  db().select().from(schools).where(eq(schools.id, actor.school.id)).get() !== undefined

test("a school goes a few rows a step, and the database is sound after each", () => {
  const { actor } = openLivedSchool()
  const other = openLivedSchool().actor
  const kept = countRows(other)
  transact(() => beginErasing(actor.school.id))
  expect(schoolActor(actor.school.id)).toBeUndefined()
  let before = countRows(actor)
  const clock = performance.now
  try {
    // each look at the clock is a millisecond later: steps end after a few statements
    let ms = 0
    performance.now = () => (ms += 4)
    let steps = 1
    while (eraseNext(actor.school.id)) {
      const left = countRows(actor)
      expect(left).toBeLessThan(before)
      expect(before - left).toBeLessThan(200)
      expect(sqlite().pragma("foreign_key_check")).toEqual([])
      before = left
      steps += 1
    }
    expect(steps).toBeGreaterThan(5)
  } finally {
    performance.now = clock
  }
  expect([isThere(actor), countRows(actor)]).toEqual([false, 0])
  expect(countRows(other)).toBe(kept)
})

test("what is kept for good is kept until its own school is erased", () => {
  const { actor } = openLivedSchool()
  const remove = () => sqlite().prepare("delete from events where school_id = ?").run(actor.school.id)
  expect(remove).toThrow("append-only")
  eraseSchool(openLivedSchool().actor.school.id)
  expect(remove).toThrow("append-only")
  transact(() => eraseSchool(actor.school.id))
  expect(countRows(actor)).toBe(0)
})

test("a school that is due is closed at once and erased by a job, which goes on where it was cut off", async () => {
  const { actor } = openLivedSchool()
  const other = openLivedSchool().actor
  const kept = countRows(other)
  fixClock(scheduleDeletion(actor))
  await closeDueSchools(schoolActor)
  expect([schoolActor(actor.school.id), isThere(actor)]).toEqual([undefined, true])
  expect(listSchoolsDue()).toEqual([])
  const clock = performance.now
  try {
    let ms = 0
    performance.now = () => (ms += 4)
    expect(eraseNextClosed()).toBe(true)
    const left = countRows(actor)
    // as after kill -9: what the step had deleted is back, and the next one deletes it
    expect(() =>
      sqlite().transaction(() => {
        eraseNextClosed()
        throw new Error("kill -9")
      })(),
    ).toThrow("kill -9")
    expect([countRows(actor), sqlite().pragma("foreign_key_check")]).toEqual([left, []])
  } finally {
    performance.now = clock
  }
  // closed again by a second round, it leaves one stub
  await closeDueSchools(schoolActor)
  while (await runNextJob());
  expect([isThere(actor), countRows(actor), countRows(other)]).toEqual([false, 0, kept])
  const stubs = db().select().from(deletedSchools).where(eq(deletedSchools.id, actor.school.id)).all()
  expect(stubs).toHaveLength(1)
})

test("a school that can’t be closed keeps no other from being closed", async () => {
  const [first, second] = [openSchool().actor, openSchool().actor]
  scheduleDeletion(first)
  fixClock(scheduleDeletion(second))
  await closeDueSchools((id) => {
    if (id === first.school.id) throw new Error("unreadable")
    return schoolActor(id)
  })
  expect([first, second].map(({ school }) => schoolActor(school.id) === undefined)).toEqual([false, true])
  await closeDueSchools(schoolActor)
  fixClock(testNow)
})

test("the office is reminded once in the last week, unless the school is kept, and told when it is done", async () => {
  const { actor, userId } = openSchool({ name: "Leaving School" })
  const recipient = rowOf(users, { id: userId })?.email ?? ""
  const letters = () =>
    rowsOf(emails, { recipient, template: "school-deletion" }).map(({ schoolId, data }) => [
      schoolId,
      JSON.parse(data).changedBy !== "",
      JSON.parse(data).isDone ?? false,
    ])
  const remind = () => remindOfDeletions(() => actor)
  const day = 86_400_000
  const scheduled = [actor.school.id, true, false]
  const dueAt = scheduleDeletion(actor)
  await remind()
  fixClock(dueAt - 8 * day)
  await remind()
  expect(letters()).toEqual([scheduled])
  fixClock(dueAt - 6 * day)
  await remind()
  fixClock(dueAt - 5 * day)
  await remind()
  expect(letters()).toEqual([scheduled, [actor.school.id, false, false]])
  undoDeletion(actor)
  await remind()
  expect(letters()).toHaveLength(3)
  fixClock(scheduleDeletion(actor))
  await remind()
  await closeDueSchools(() => actor)
  expect(letters().slice(3)).toEqual([scheduled, [null, false, true]])
  fixClock(testNow)
})

test("the daily round reminds of a school's deletion, though no school is due that day", async () => {
  const { actor, userId } = openSchool({ name: "Leaving School" })
  const recipient = rowOf(users, { id: userId })?.email ?? ""
  const letters = () => rowsOf(emails, { recipient, template: "school-deletion" })
  const dueAt = scheduleDeletion(actor)
  const day = 86_400_000
  fixClock(dueAt - 8 * day)
  await tidyUp()
  expect([listSchoolsDue(), letters().length]).toEqual([[], 1])
  for (const before of [6, 5]) {
    fixClock(dueAt - before * day)
    await tidyUp()
  }
  expect([listSchoolsDue(), letters().length]).toEqual([[], 2])
  undoDeletion(actor)
  fixClock(testNow)
})

test("who is in the office of two schools is reminded of each", async () => {
  const first = openSchool({ name: "First School" })
  const second = openSchool({ name: "Second School" })
  const recipient = rowOf(users, { id: first.userId })?.email ?? ""
  const { id: schoolId } = second.actor.school
  addRows(members, { schoolId, id: newId(), userId: first.userId, role: "admin", createdAt: testNow })
  const letters = (actor: Actor) =>
    rowsOf(emails, { recipient, template: "school-deletion", schoolId: actor.school.id }).length
  const dueAt = scheduleDeletion(first.actor)
  fixClock(dueAt - 5 * 86_400_000)
  scheduleDeletion(second.actor)
  await remindOfDeletions(schoolActor)
  expect([letters(first.actor), letters(second.actor)]).toEqual([2, 1])
  await remindOfDeletions(schoolActor)
  expect(letters(first.actor)).toBe(2)
  for (const { actor } of [first, second]) undoDeletion(actor)
  fixClock(testNow)
})

test("the letter about a deletion says until when the school is open, and how it's kept", async () => {
  const day = 86_400_000
  const letterOf = async ({ school }: Actor) => {
    const letters = { schoolId: school.id, template: "school-deletion" as const }
    const row = rowsOf(emails, letters, { by: ["createdAt", "id"] }).at(-1)
    return row ? (await composeMail(row)).text : ""
  }
  const dueAt = testNow + 30 * day
  const earlier = dueAt - 10 * day
  const later = dueAt - 2 * day
  const left = { status: "cancelled", paidUntil: earlier } as const
  const usual = "Until then the school works as usual."
  const untilLater = "You can cancel the deletion until December 16, 2026"
  const paused = "Your plan was paid until December 8, 2026. Now teachers"
  const cases: [Partial<typeof subscriptions.$inferSelect>, string][] = [
    [{ paidUntil: later }, usual],
    [{ status: "cancelled", paidUntil: later }, "The school stays open until December 16, 2026."],
    [{ status: "cancelled", paidUntil: later }, untilLater],
    [{ ...left, extendedUntil: later }, untilLater],
    [{ ...left, extendedUntil: dueAt + day }, usual],
    [{ status: "active", paidUntil: earlier, graceUntil: later }, untilLater],
    [{ status: "active", paidUntil: earlier, graceUntil: earlier + day }, paused],
    [left, paused],
    [left, "To cancel the deletion, choose a plan first."],
    [{ status: "pending", paidUntil: null }, "No plan is paid, so teachers and families read"],
    [{ heldAt: earlier }, "Tutti’s team has suspended the school, and it stays closed until then."],
  ]
  const schoolsOf = cases.map(() => openSchool().actor)
  for (const actor of schoolsOf) scheduleDeletion(actor)
  for (const [at, [facts]] of cases.entries())
    changeRows(subscriptions, { schoolId: schoolsOf[at]?.school.id ?? "" }, facts)
  fixClock(dueAt - 5 * day)
  await remindOfDeletions(schoolActor)
  for (const [at, [, says]] of cases.entries()) {
    const [actor] = schoolsOf.slice(at)
    expect(actor && (await letterOf(actor)), JSON.stringify(cases[at])).toContain(says)
    if (actor) undoDeletion(actor)
  }
  // Whoever schedules it has just ended the renewal.
  fixClock(testNow)
  const { actor } = openSchool()
  const providerSubscriptionId = "I-LETTER"
  changeRows(subscriptions, { schoolId: actor.school.id }, { providerSubscriptionId, paidUntil: later })
  scheduleDeletion(actor)
  expect(await letterOf(actor)).toContain("The school stays open until December 16, 2026.")
  undoDeletion(actor)
})
