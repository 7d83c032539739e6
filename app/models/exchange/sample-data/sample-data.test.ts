import { db, sqlite } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { expenseRepeats, expenses } from "db/schema/money-expenses"
import { families, guardians, students, teachers } from "db/schema/people"
import * as tables from "db/schema/tables"
import { classes, enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, is, isNotNull, ne } from "drizzle-orm"
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core"
import { describe, expect, test } from "vitest"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { hasSample, listSampleRecords } from "~/models/foundation/sample-record/sample-record.server"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { payBack, stopPayingBack } from "~/models/money/expense/paid-back.server"
import { addExpense } from "~/models/money/expense/save-expense.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { reactivateTeacher } from "~/models/teaching/teacher-leaving/deactivate-teacher.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { inAct } from "../../../../tests/support/in-act"
import { addMember, openSchool } from "../../../../tests/support/school"
import { addSample, sampleInTurns } from "./add-sample.server"
import { previewRemoval, removeSample } from "./remove-sample.server"

/** Every row of the school but its activity, which keeps that the sample was there. */
function rowsOf(actor: Actor) {
  const owned = Object.values(tables as Record<string, unknown>)
    .filter((each): each is SQLiteTable => is(each, SQLiteTable))
    .map((table) => getTableConfig(table))
    .filter(({ name, columns }) => name !== "events" && columns.some((column) => column.name === "school_id"))
  return Object.fromEntries(
    owned.map(({ name }) => [
      name,
      sqlite().prepare(`select * from "${name}" where school_id = ? order by rowid`).all(actor.school.id),
    ]),
  )
}

const entriesOf = (actor: Actor) =>
  db().select().from(events).where(own(actor, events)).orderBy(events.createdAt, events.id).all()

const dayOf = (actor: Actor) => todayOf(actor)

/** A family with a student of the school's own. */
function admit(actor: Actor) {
  const { familyId } = addFamily(actor, {
    name: "Okafor family",
    guardians: [{ name: "Mateo Okafor", payerShare: 10_000 }],
  })
  const added = addStudent(actor, {
    familyId,
    firstName: "Amara",
    lastName: "Okafor",
    status: "active",
    fromDate: dayOf(actor),
  })
  if (!added.ok) throw new Error(added.reason)
  return { familyId, studentId: added.studentId }
}

test("a sample teacher who left comes back on a full plan", async () => {
  const { actor } = openSchool()
  await addSample(actor)
  const [sample] = listSampleRecords(actor).filter(({ noun }) => noun === "teacher")
  const teacherId = sample?.nounId ?? ""
  db()
    .update(teachers)
    .set({ deactivatedAt: now() })
    .where(own(actor, teachers, teacherId))
    .run()
  const { limit } = findPlanUsage(actor).teachers
  for (let index = 0; index < (limit ?? 0); index += 1)
    expect(addTeacher(actor, { name: `Teacher ${index}`, email: `t${index}@full.example` }).ok).toBe(true)
  expect(reactivateTeacher(actor, teacherId)).toMatchObject({ ok: true })
})

const aFamily = (actor: Actor) =>
  db().select({ id: families.id }).from(families).where(own(actor, families)).get()?.id ?? ""

describe("the sample of a new school", () => {
  test("has people, lessons, attendance and charges, takes no one’s place and sends no email", async () => {
    const { actor } = openSchool()
    expect(await addSample(actor)).toEqual({ ok: true, isNew: true })
    expect(await previewRemoval(actor)).toMatchObject({
      counts: { teachers: 2, families: 6, students: 7, classes: 6 },
      obstacles: [],
    })
    const held = db().select().from(sessions).where(own(actor, sessions)).all()
    expect(held.length).toBeGreaterThan(20)
    expect(held.some(({ registerTakenAt }) => registerTakenAt !== null)).toBe(true)
    expect(held.some(({ startsAt }) => startsAt > now())).toBe(true)
    expect(listUnbilledCharges(actor, {}).length).toBeGreaterThan(3)
    expect(findPlanUsage(actor)).toMatchObject({ teachers: { used: 0 }, students: { used: 0 } })
    const [adult] = db()
      .select()
      .from(guardians)
      .where(and(own(actor, guardians), isNotNull(guardians.email)))
      .all()
    expect(adult?.name).toContain("(sample)")
    inAct(queueMail)({
      template: "account-exists",
      data: { name: "" },
      recipient: adult?.email ?? "",
      schoolId: actor.school.id,
    })
    expect(db().select().from(emails).where(eq(emails.schoolId, actor.school.id)).all()).toEqual([])
  })

  test("is removed without a trace, and the activity keeps only that it was there", async () => {
    for (const kind of ["school", "solo"] as const) {
      const { actor } = openSchool({ kind })
      const before = rowsOf(actor)
      await addSample(actor)
      expect(rowsOf(actor)).not.toEqual(before)
      const wrote = entriesOf(actor)
      const lesson = db().select().from(sessions).where(own(actor, sessions)).get()
      inAct(recordEvent)(actor, "session.cancel", lesson?.id ?? "", {} as never)
      expect(new Set(wrote.map(({ noun }) => noun)).size).toBeGreaterThan(3)
      expect(await removeSample(actor)).toEqual({ ok: true, wasThere: true })
      expect(rowsOf(actor)).toEqual(before)
      expect(entriesOf(actor).map(({ noun, verb }) => `${noun} ${verb}`)).toEqual([
        ...["school register", "school add-sample", "school remove-sample"],
      ])
      expect(hasSample(actor)).toBe(false)
      expect(await removeSample(actor)).toEqual({ ok: true, wasThere: false })
    }
  })

  test("takes no entry of the school’s own along, nor lets one be deleted", async () => {
    const { actor } = openSchool()
    await addSample(actor)
    const mine = addFamily(actor, { name: "Okafor family", guardians: [] })
    inAct(recordEvent)(actor, "family.change" as never, mine.familyId, {} as never)
    const kept = entriesOf(actor).filter(({ nounId }) => nounId === mine.familyId)
    expect(kept.length).toBeGreaterThan(0)
    expect(() =>
      db()
        .delete(events)
        .where(eq(events.id, kept[0]?.id ?? ""))
        .run(),
    ).toThrow("append-only")
    expect(await removeSample(actor)).toEqual({ ok: true, wasThere: true })
    expect(entriesOf(actor).filter(({ nounId }) => nounId === mine.familyId)).toEqual(kept)
  })

  test("is finished when it was interrupted, and made once when it is asked for twice", async () => {
    const { actor } = openSchool()
    const work = sampleInTurns(actor)
    for (let step = 0; step < 9; step++) work.next()
    const asked = await Promise.all([addSample(actor), addSample(actor)])
    expect(asked).toEqual([
      { ok: true, isNew: true },
      { ok: true, isNew: false },
    ])
    expect(await previewRemoval(actor)).toMatchObject({
      counts: { teachers: 2, families: 6, students: 7, classes: 6 },
    })
    const once = listSampleRecords(actor).length
    expect(await addSample(actor)).toEqual({ ok: true, isNew: false })
    expect(listSampleRecords(actor)).toHaveLength(once)
    expect(entriesOf(actor).filter(({ verb }) => verb === "add-sample")).toHaveLength(1)
    const removed = await Promise.all([removeSample(actor), removeSample(actor)])
    expect(removed.filter((each) => each.ok && each.wasThere)).toHaveLength(1)
  })

  test("isn’t added beside students of the school’s own, nor to another school", async () => {
    const { actor } = openSchool()
    const other = openSchool().actor
    admit(actor)
    expect(await addSample(actor)).toBeRefused("has-records")
    await addSample(other)
    expect(hasSample(actor)).toBe(false)
    const { familyId } = admit(other)
    await removeSample(other)
    expect(db().select({ id: families.id }).from(families).where(own(other, families)).all()).toEqual([
      { id: familyId },
    ])
  })

  test("gets no invoice and no payment, so that no number is used up", async () => {
    const { actor } = openSchool()
    await addSample(actor)
    const [charge] = listUnbilledCharges(actor, {})
    const day = dayOf(actor)
    const paper = {
      familyId: charge?.familyId ?? "",
      chargeIds: [charge?.chargeId ?? ""],
      unchargedSeatIds: [],
      from: addDays(day, -30),
      to: day,
      dueOn: addDays(day, 14),
      note: null,
    }
    expect(issueInvoice(actor, paper)).toBeRefused("sample")
    const payment = { amountMinor: 500, method: "cash", receivedOn: day, payerName: "Elena" } as const
    expect(recordPayment(actor, { ...payment, familyId: aFamily(actor) })).toBeRefused("sample")
    const mine = admit(actor)
    expect(recordPayment(actor, { ...payment, familyId: mine.familyId })).toMatchObject({ ok: true })
  })

  test("leaves the school its expenses, also one in the pay of a sample teacher or removed from it", async () => {
    const { actor } = openSchool()
    await addSample(actor)
    const [teacher] = db().select().from(teachers).where(own(actor, teachers)).all()
    const rent = { spentOn: dayOf(actor), payee: "Arts Building", category: "rent", amount: 90_000 }
    const more = { taxAmount: 0, method: "transfer" as const, note: null, repeats: true }
    const ids: string[] = []
    for (const payee of ["Arts Building", "Keller Pianos"]) {
      const added = await addExpense(actor, { ...rent, ...more, payee })
      if (!added.ok) throw new Error(added.reason)
      expect(payBack(actor, added.expenseId, teacher?.id ?? "").ok).toBe(true)
      ids.push(added.expenseId)
    }
    const kept = () => db().select().from(expenses).where(own(actor, expenses)).orderBy(expenses.id).all()
    const before = kept()
    expect(before.map(({ id }) => id)).toEqual([...ids].sort())
    stopPayingBack(actor, ids[0] ?? "")
    expect(kept().find(({ id }) => id === ids[0])?.extraWorkId).toBeNull()
    expect(kept().find(({ id }) => id === ids[1])?.extraWorkId).not.toBeNull()
    expect(await removeSample(actor)).toEqual({ ok: true, wasThere: true })
    expect(kept()).toEqual(before.map((each) => ({ ...each, extraWorkId: null })))
    expect(db().select().from(expenseRepeats).where(own(actor, expenseRepeats)).all()).toHaveLength(2)
  })

  test("stays while something of the school’s own is linked to it, and names it", async () => {
    const { actor } = openSchool()
    await addSample(actor)
    const { studentId } = admit(actor)
    const [group] = db()
      .select()
      .from(classes)
      .where(and(own(actor, classes), eq(classes.kind, "group")))
      .all()
    const joined = enroll(actor, { classId: group?.id ?? "", studentId, startsOn: dayOf(actor) })
    const before = rowsOf(actor)
    expect(await removeSample(actor)).toEqual({
      ok: false,
      reason: "built-on",
      obstacles: ["Your own students are linked to sample records: Amara Okafor."],
    })
    expect(rowsOf(actor)).toEqual(before)
    if (!joined.ok) throw new Error(joined.reason)
    db()
      .delete(enrollments)
      .where(own(actor, enrollments, joined.enrollmentId))
      .run()
    sqlite()
      .prepare("delete from seats where school_id = ? and student_id = ?")
      .run(actor.school.id, studentId)
    sqlite()
      .prepare("delete from bookings where school_id = ? and resource_id = ?")
      .run(actor.school.id, studentId)
    expect(await removeSample(actor)).toEqual({ ok: true, wasThere: true })
    expect(db().select().from(students).where(own(actor, students)).all()).toHaveLength(1)
  })

  test("stays while a sample person has a login or a class of the school’s own", async () => {
    const { actor } = openSchool()
    await addSample(actor)
    const [adult] = db().select().from(guardians).where(own(actor, guardians)).all()
    const family = addMember(actor, "student", "Elena Rivera")
    db()
      .update(guardians)
      .set({ memberId: family.actor.memberId })
      .where(own(actor, guardians, adult?.id ?? ""))
      .run()
    const [mine] = db()
      .select()
      .from(classes)
      .where(and(own(actor, classes), ne(classes.kind, "group")))
      .all()
    sqlite()
      .prepare("delete from sample_records where school_id = ? and noun = 'class' and noun_id = ?")
      .run(actor.school.id, mine?.id)
    const answer = await removeSample(actor)
    expect(answer.ok ? [] : answer.obstacles).toEqual([
      `Your own classes are linked to sample records: ${mine?.name}.`,
      `Sample guardians have a login: ${adult?.name}.`,
    ])
  })
})
