import { spawnSync } from "node:child_process"
import { db } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { invoices } from "db/schema/money"
import { payments } from "db/schema/money-payments"
import { eq, isNotNull } from "drizzle-orm"
import { expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { chooseOwn } from "~/models/foundation/notification-preferences/choices.server"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { endWithUndo } from "~/models/teaching/class/end-class.server"
import { makeSessions, makingHorizon } from "~/models/teaching/session/make-sessions.server"
import { fixClock, now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { billFamilies, openFamily, owe } from "../../tests/support/billing"
import { testNow } from "../../tests/support/clock"
import { type ActFacts, type KillableAct, killableAct } from "../../tests/support/killable-acts"
import { addClassRow, addEnrollmentRow, addScheduleRow } from "../../tests/support/lessons"
import { addMember, addRows, openSchool, removeRows, rowsOf } from "../../tests/support/school"
import { stopAtWrite } from "../../tests/support/stopped-writes"
import { onceTold } from "../../tests/support/told"

// A process of its own is killed in the middle of an act with mail or money. Nothing of the act is left, or the task that goes
// on with it; the same form, sent again, has the one effect.

function openOwing(actor: Actor): string[] {
  return Array.from({ length: 4 }, (_, n) => {
    const adults = [{ name: `Payer ${n}`, email: `payer${n}@mail.example`, payerShare: 10_000 }]
    const family = openFamily(actor, { name: `Family ${n}`, adults, children: ["Mia"] })
    owe(actor, family, 5000 + n)
    return family.familyId
  })
}

function openInvoices(actor: Actor): string[] {
  const familyIds = openOwing(actor)
  fixClock(now() - 40 * 86_400_000)
  billFamilies(actor, {
    ...{ from: "2026-09-01", to: "2026-12-31", dueOn: "2026-10-12", note: null, asDrafts: false },
    familyIds,
  })
  fixClock(testNow)
  removeRows(emails)
  return rowsOf(invoices, { schoolId: actor.school.id }).map(({ id }) => id)
}

function openEnding(actor: Actor): string[] {
  const classId = addClassRow(actor, { name: "Drums", kind: "group", capacity: 9 })
  for (const name of ["Wren", "Kit", "Lea"]) {
    const guardians = [{ name: `${name}’s mother`, email: `${name}@example.org`, payerShare: 10_000 }]
    const { familyId } = addFamily(actor, { name, guardians })
    const student = { familyId, firstName: name, lastName: "Adeyemi", fromDate: "2026-09-01" }
    const added = addStudent(actor, { ...student, status: "active" })
    if (added.ok) addEnrollmentRow(actor, classId, added.studentId)
  }
  const scheduleId = addScheduleRow(actor, classId, { rrule: "FREQ=WEEKLY;BYDAY=MO", startsOn: "2026-11-23" })
  makeSessions(actor, scheduleId, makingHorizon(actor))
  const ended = endWithUndo(actor, classId, { lastDay: "2026-11-30", reason: "" })
  if (!ended.ok) throw new Error(ended.reason)
  return [classId, ended.endingId]
}

/** Five emails wait for the daily one of a reader whose hour has come. */
function openDaily(actor: Actor): string[] {
  const reader = addMember(actor, "student", "Grace Okafor")
  chooseOwn(reader.actor, { notes: { email: "daily" } })
  const part = {
    schoolId: actor.school.id,
    template: "lesson-notes",
    lane: "bulk",
    state: "gathered",
  } as const
  for (let n = 0; n < 5; n += 1)
    addRows(emails, {
      ...part,
      id: newId(),
      recipient: reader.email,
      data: "{}",
      dueAt: testNow,
      createdAt: testNow,
    })
  return []
}

const opened: Record<KillableAct, (actor: Actor) => string[]> = {
  "an invoice run": openOwing,
  "reminders of invoices": openInvoices,
  "a payment": openInvoices,
  "telling of a class’s end": openEnding,
  "a daily email": openDaily,
}

/** Each school of the test has a reader of its own. */
const isReader = (to: string) => (to.startsWith("grace") ? "Grace" : to)

/** What the act is for: its papers, its money, its emails with their recipients, its entries. */
const effectsOf = (actor: Actor) => onceTold(actor, () => writtenFor(actor))
const writtenFor = ({ school }: Actor) => ({
  invoices: rowsOf(invoices, { schoolId: school.id }).length,
  payments: rowsOf(payments, { schoolId: school.id }).length,
  emails: db()
    .select({
      to: emails.recipient,
      template: emails.template,
      state: emails.state,
      isPart: isNotNull(emails.digestId),
    })
    .from(emails)
    .where(eq(emails.schoolId, school.id))
    .all()
    .map(({ to, template, state, isPart }) => `${template} ${isReader(to)} ${state} ${isPart}`)
    .sort(),
  entries: rowsOf(events, { schoolId: school.id })
    .map(({ verb }) => verb)
    .sort(),
})

function open(act: KillableAct): { actor: Actor; facts: ActFacts } {
  const actor = schoolActor(openSchool().actor.school.id)
  if (!actor) throw new Error("There is no school.")
  return { actor, facts: { ids: opened[act](actor), key: "the form’s own" } }
}

test.each(Object.keys(killableAct) as KillableAct[])(
  "%s is whole, however it is killed",
  async (act) => {
    const undisturbed = open(act)
    const { writes } = await stopAtWrite<unknown>(null, () =>
      killableAct[act](undisturbed.actor, undisturbed.facts),
    )
    const whole = effectsOf(undisturbed.actor)
    const moments = process.env.EVERY_WRITE
      ? Array.from({ length: writes }, (_, index) => index + 1)
      : [Math.ceil(writes * 0.75)]
    for (const nth of moments) {
      const { actor, facts } = open(act)
      const script = ["--import", "tsx", "tests/support/act-in-killed-process.ts"]
      const { signal, stderr } = spawnSync(
        process.execPath,
        [...script, act, actor.school.id, JSON.stringify(facts), String(nth)],
        { encoding: "utf8" },
      )
      expect([signal, stderr]).toEqual(["SIGKILL", ""])
      await killableAct[act](actor, facts)
      expect([nth, effectsOf(actor)]).toEqual([nth, whole])
    }
  },
  240_000,
)
