import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { families, guardians, members, students } from "db/schema/people"
import { dataChanges } from "db/schema/people-own-data"
import { and, asc, count, desc, eq, gte, isNull, ne, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { answersOf } from "~/models/foundation/custom-field/answers.server"
import { answerText, type CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { isDate } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { addressInLine } from "~/utils/postal-address"
import type { Result } from "~/utils/result"
import { listGuardians } from "../family/family.server"
import {
  columnOf,
  listFacts,
  listOwnSubjects,
  type OwnSubject,
  readAskedGuardian,
  readFact,
  writeFact,
} from "./facts.server"
import { type AskedGuardian, guardianFact, isOwnFact, ownFacts, type Subject } from "./own-data"

// Changes of families to what the school keeps of them. What waits for the office changes nothing until it is approved, and what
// the office has changed since is never written over by approving many.

const subjectOf = ({
  studentId,
  guardianId,
}: {
  studentId: string | null
  guardianId: string | null
}): Subject => (studentId ? { noun: "student", id: studentId } : { noun: "guardian", id: guardianId ?? "" })

const columnsOf = ({ noun, id }: Subject) => ({
  studentId: noun === "student" ? id : null,
  guardianId: noun === "guardian" ? id : null,
})

const isOf = ({ noun, id }: Subject) =>
  noun === "student" ? eq(dataChanges.studentId, id) : eq(dataChanges.guardianId, id)

const isAsked = eq(dataChanges.state, "asked")

const fieldsOf = (actor: Actor) =>
  new Map(
    (["student", "guardian", "family"] as const)
      .flatMap((noun) => listFields(actor, noun, { archived: true }))
      .map((field) => [field.id, field]),
  )

/** What a fact and its value are called; an archived field keeps its name. */
function textsOf(fields: ReturnType<typeof fieldsOf>) {
  return {
    label: (fact: string) =>
      fact === guardianFact
        ? "Another guardian"
        : isOwnFact(fact)
          ? ownFacts[fact].label
          : (fields.get(fact)?.name ?? "A deleted field"),
    value: (fact: string, value: string | null) => {
      if (value === null) return null
      if (fact === guardianFact) {
        const { name, relation, email, phone } = readAskedGuardian(value) ?? {}
        return [name, relation, email, phone].filter(Boolean).join(", ")
      }
      if (fact === "address") return addressInLine(value)
      if (fact === "birthDate" && isDate(value)) return formatDate(value, "medium")
      const field = fields.get(fact)
      return field ? answerText(field, value) : value
    },
  }
}

const unified = (text: string | null) => (text ?? "").replace(/\r\n?/g, "\n")

/** A form sends the line ends of texts as \r\n. */
const isSame = (one: string | null, other: string | null) => unified(one) === unified(other)

/**
 * Saves what a family typed: at once where the school lets it, otherwise as a change that waits. Typed as the school has it, a change
 * that waits is withdrawn. What isn't open to them is left as it is.
 */
export function saveOwnFacts(
  actor: Actor,
  subject: OwnSubject,
  typed: Readonly<Record<string, string | null>>,
): { changed: number; asked: number } {
  return transact(() => {
    const waiting = new Map(listWaiting(actor, subject).map((row) => [row.fact, row]))
    const done = { changed: 0, asked: 0 }
    for (const { fact, rule, value } of listFacts(actor, [subject])[0] ?? []) {
      const after = typed[fact]
      const open = waiting.get(fact)
      if (after === undefined || rule === "off") continue
      if (open && isSame(after, value)) withdraw(actor, open)
      else if (open && !isSame(after, open.after)) close(actor, open.id, "withdrawn")
      if (isSame(after, value) || (open && isSame(after, open.after))) continue
      if (rule === "at_once") {
        writeFact(actor, subject, fact, after)
        done.changed += 1
      } else {
        add(actor, dataChanges, {
          ...{ ...columnsOf(subject), fact, before: value, after, state: "asked" },
          memberId: actor.memberId,
        })
        recordEvent(actor, `${subject.noun}.ask-change`, subject.id, {
          after: { fact: textsOf(fieldsOf(actor)).label(fact) },
        })
        done.asked += 1
      }
    }
    return done
  })
}

/**
 * Asks the office for another adult in the reader's family. Refused while another one waits, and where the email is already that of an adult
 * of the family.
 */
export function askForGuardian(
  actor: Actor,
  subject: OwnSubject,
  asked: AskedGuardian,
): Result<object, "asked" | "known"> {
  return transact(() => {
    if (listWaiting(actor, subject).some(({ fact }) => fact === guardianFact))
      return { ok: false, reason: "asked" }
    if (listGuardians(actor, [subject.familyId]).some(({ email }) => email === asked.email))
      return { ok: false, reason: "known" }
    add(actor, dataChanges, {
      ...{ ...columnsOf(subject), fact: guardianFact, before: null, after: JSON.stringify(asked) },
      ...{ state: "asked", memberId: actor.memberId },
    })
    recordEvent(actor, `${subject.noun}.ask-change`, subject.id, {
      after: { fact: textsOf(fieldsOf(actor)).label(guardianFact) },
    })
    return { ok: true }
  })
}

const listWaiting = (actor: Actor, subject: Subject) =>
  ownRows(actor, dataChanges)
    .where(and(isOf(subject), isAsked))
    .all()

type Answer = Partial<Pick<typeof dataChanges.$inferInsert, "answer">>

function close(
  actor: Actor,
  id: string,
  state: "approved" | "declined" | "withdrawn",
  { answer = null }: Answer = {},
): boolean {
  const found = find(actor, dataChanges, id)
  // Of a person who was asked for the name alone stays.
  const asked = found?.fact === guardianFact ? readAskedGuardian(found.after) : null
  return (
    change(actor, dataChanges, and(eq(dataChanges.id, id), isAsked), {
      ...{ state, answer, answeredAt: now() },
      ...(asked ? { after: JSON.stringify({ name: asked.name }) } : {}),
      answeredBy: state === "withdrawn" ? null : actor.memberId,
    }) > 0
  )
}

/** Takes a change back that still waits, and says so in the activity. False once it is answered. */
function withdraw(actor: Actor, row: typeof dataChanges.$inferSelect): boolean {
  if (!close(actor, row.id, "withdrawn")) return false
  const { noun, id } = subjectOf(row)
  recordEvent(actor, `${noun}.withdraw-change`, id, {
    after: { fact: textsOf(fieldsOf(actor)).label(row.fact) },
  })
  return true
}

/** What a family asked for a student who is in another family from now on. Answers how much it was. */
export const withdrawChangesOf = (actor: Actor, studentId: string): number =>
  listWaiting(actor, { noun: "student", id: studentId }).filter((row) => withdraw(actor, row)).length

const shownDays = 30

/** Whose facts the reader sees, each with what waits and what of their own asking was declined lately. */
export function listOwnData(actor: Actor) {
  const texts = textsOf(fieldsOf(actor))
  const from = now() - shownDays * 86_400_000
  const subjects = listOwnSubjects(actor)
  const facts = listFacts(actor, subjects)
  const ids = subjects.flatMap(({ id, isChild }) => (isChild ? [] : [id]))
  const all = ownRows(actor, dataChanges)
    .where(
      and(
        or(among(dataChanges.studentId, ids), among(dataChanges.guardianId, ids)),
        or(
          isAsked,
          and(
            eq(dataChanges.state, "declined"),
            gte(dataChanges.answeredAt, from),
            eq(dataChanges.memberId, actor.memberId ?? ""),
          ),
        ),
      ),
    )
    .orderBy(desc(dataChanges.createdAt), desc(dataChanges.id))
    .all()
  return subjects.map(({ values: _, ...subject }, index) => {
    const rows = all.filter((row) => subjectOf(row).id === subject.id)
    const newest = rows.filter(({ fact }, index) => rows.findIndex((row) => row.fact === fact) === index)
    const told = newest.map(({ id, fact, after, state, answer, createdAt }) => ({
      ...{ id, fact, state, answer, createdAt, typed: after },
      label: texts.label(fact),
      after: texts.value(fact, after),
    }))
    return {
      ...subject,
      facts: (facts[index] ?? []).map((row) => ({ ...row, text: texts.value(row.fact, row.value) })),
      waiting: told.filter(({ state }) => state === "asked"),
      declined: told.filter(({ state }) => state === "declined"),
    }
  })
}

/** Takes a change back that still waits. */
export function withdrawChange(actor: Actor, changeId: string): Result<void, "not-found" | "answered"> {
  return transact(() => {
    const found = find(actor, dataChanges, changeId)
    const subject = found && subjectOf(found)
    const isOwn = listOwnSubjects(actor).some(
      ({ noun, id, isChild }) => !isChild && noun === subject?.noun && id === subject.id,
    )
    if (!found || !isOwn) return { ok: false, reason: "not-found" }
    return withdraw(actor, found) ? { ok: true } : { ok: false, reason: "answered" }
  })
}

/** How many changes wait for the office, as a part of a statement. */
export const askedChangesQuery = (actor: Actor) =>
  select({ n: count() })
    .from(dataChanges)
    .where(and(own(actor, dataChanges), isAsked))

export const countChanges = (actor: Actor): number => askedChangesQuery(actor).get()?.n ?? 0

const named = {
  change: dataChanges,
  firstName: students.firstName,
  lastName: students.lastName,
  guardianName: guardians.name,
  familyId: families.id,
  address: families.address,
  student: {
    id: students.id,
    email: students.email,
    phone: students.phone,
    birthDate: students.birthDate,
    medicalNotes: students.medicalNotes,
    emergencyContact: students.emergencyContact,
    erasedAt: students.erasedAt,
  },
  guardian: columns(guardians, "id", "email", "phone", "erasedAt"),
  askedBy: users.name,
}

const listRows = (actor: Actor, answered: boolean, page: { limit: number; offset: number }) =>
  select(named)
    .from(dataChanges)
    .leftJoin(students, joined(students, dataChanges.studentId))
    .leftJoin(guardians, joined(guardians, dataChanges.guardianId))
    .innerJoin(
      families,
      and(own(actor, families), sql`${families.id} = coalesce(${students.familyId}, ${guardians.familyId})`),
    )
    .leftJoin(members, joined(members, dataChanges.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(
      and(
        own(actor, dataChanges),
        answered ? and(ne(dataChanges.state, "asked"), ne(dataChanges.state, "withdrawn")) : isAsked,
      ),
    )
    .orderBy(answered ? desc(dataChanges.answeredAt) : asc(dataChanges.createdAt), asc(dataChanges.id))
    .limit(page.limit)
    .offset(page.offset)
    .all()

type ChangeRow = ReturnType<typeof listRows>[number]

/** What a row's fact is now, as `readFact` reads one; undefined where the person or the field is gone. */
function presentIn(row: ChangeRow, fields: ReturnType<typeof fieldsOf>, answers: Map<string, CustomAnswers>) {
  const { fact, studentId } = row.change
  const subject = studentId ? row.student : row.guardian
  if (subject?.erasedAt !== null) return undefined
  if (fact === guardianFact) return null
  if (fact === "address") return row.address
  if (!isOwnFact(fact)) {
    const field = fields.get(fact)
    if (!field || field.isArchived) return undefined
    const answerer = field.noun === "family" ? row.familyId : subjectOf(row.change).id
    return answers.get(answerer)?.[fact] ?? null
  }
  const values: Partial<Record<string, string | null>> = { ...row.student, ...subject, erasedAt: null }
  return values[columnOf[fact]] ?? null
}

function shown(actor: Actor, rows: readonly ChangeRow[]) {
  const fields = fieldsOf(actor)
  const texts = textsOf(fields)
  const answers = answersOf(actor, [
    ...new Set(rows.flatMap(({ change: row, familyId }) => [subjectOf(row).id, familyId])),
  ])
  return rows.map((found) => {
    const { change: row, firstName, lastName, guardianName, familyId, askedBy } = found
    const present = presentIn(found, fields, answers)
    return {
      ...{ id: row.id, studentId: row.studentId, familyId, askedBy, createdAt: row.createdAt },
      ...{ state: row.state, answer: row.answer, answeredAt: row.answeredAt },
      name: row.studentId
        ? fullName({ firstName: firstName ?? "", lastName: lastName ?? "" })
        : (guardianName ?? ""),
      label: texts.label(row.fact),
      before: texts.value(row.fact, row.before),
      after: texts.value(row.fact, row.after),
      /** What it is now, where the school has changed it since. */
      since: present === row.before ? null : { text: texts.value(row.fact, present ?? null) },
      seen: present ?? "",
      isGone: present === undefined,
      /** Not answered together with others. */
      isAlone: row.fact === guardianFact,
    }
  })
}

/** A page of the changes that wait, oldest first. */
export const listChanges = (actor: Actor, page: { limit: number; offset: number }) =>
  shown(actor, listRows(actor, false, page))

/** The latest that were answered. */
export const listAnswered = (actor: Actor, limit: number) =>
  shown(actor, listRows(actor, true, { limit, offset: 0 }))

type Answered = { row: typeof dataChanges.$inferSelect; label: string }

/**
 * Emails the answer to who asked, of several changes that were answered at once in one email, unless that is a child. In the caller's
 * transaction.
 */
function tellAnswered(
  actor: Actor,
  answered: readonly Answered[],
  answer: { isApproved: boolean; reason: string | null },
) {
  for (const [memberId, theirs] of groupBy(answered, ({ row }) => row.memberId ?? "")) {
    const asker = select({ name: users.name, email: users.email })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(and(own(actor, members, memberId), isNull(members.deactivatedAt)))
      .get()
    if (!asker?.email || memberId === actor.memberId) continue
    const changes = theirs.map(({ row, label }): [string, string] => [
      label,
      readAskedGuardian(row.fact === guardianFact ? row.after : null)?.name ?? nameOf(actor, subjectOf(row)),
    ])
    mailTo(actor, { name: asker.name, email: asker.email }, "change-answered", { changes, ...answer })
  }
}

function nameOf(actor: Actor, { noun, id }: Subject): string {
  if (noun === "guardian") return find(actor, guardians, id)?.name ?? ""
  const student = find(actor, students, id)
  return student ? fullName(student) : ""
}

const approved = { isApproved: true, reason: null }

type Refusal = "not-found" | "answered" | "changed" | "gone"

/**
 * Approves a change: from then on the fact is what the family typed. Refused where the office has changed it since, unless that is what
 * the page showed. An adult with that email who is in the family by now is told as `isKnown`, and not invited once more.
 * @param seen what the page showed as the present value; without it, what it was when the family asked
 */
export const approveChange = (actor: Actor, changeId: string, seen?: string): Result<Approved, Refusal> =>
  transact((): Result<Approved, Refusal> => {
    const done = approve(actor, changeId, seen)
    if (done.ok) tellAnswered(actor, [done], approved)
    return done
  })

type Approved = Answered & { guardian: string | null; isKnown: boolean }

function approve(actor: Actor, changeId: string, seen?: string): Result<Approved, Refusal> {
  return transact((): Result<Approved, Refusal> => {
    const found = find(actor, dataChanges, changeId)
    if (!found) return { ok: false, reason: "not-found" }
    if (found.state !== "asked") return { ok: false, reason: "answered" }
    const subject = subjectOf(found)
    const present = readFact(actor, subject, found.fact)
    if (present === undefined) return { ok: false, reason: "gone" }
    if (!isSame(present, seen ?? found.before)) return { ok: false, reason: "changed" }
    const asked = found.fact === guardianFact ? readAskedGuardian(found.after) : null
    const isKnown = asked !== null && isInFamily(actor, subject, asked.email)
    if (present !== found.after && !isKnown) writeFact(actor, subject, found.fact, found.after)
    close(actor, changeId, "approved")
    const label = textsOf(fieldsOf(actor)).label(found.fact)
    recordEvent(actor, `${subject.noun}.approve-change`, subject.id, { after: { fact: label } })
    return { ok: true, row: found, label, guardian: asked?.name ?? null, isKnown }
  })
}

/** Whether an adult of a guardian's family has this email. */
function isInFamily(actor: Actor, { id }: Subject, email: string | undefined): boolean {
  const familyId = find(actor, guardians, id)?.familyId
  return (
    familyId !== undefined &&
    email !== undefined &&
    listGuardians(actor, [familyId]).some((each) => each.email === email)
  )
}

/** What was asked about an adult who is erased: as they are named and written to in the changes of their family. */
export function forgetAskedGuardian(actor: Actor, { familyId, name, email }: typeof guardians.$inferSelect) {
  const adults = listGuardians(actor, [familyId]).map(({ id }) => id)
  const rows = ownRows(actor, dataChanges)
    .where(and(eq(dataChanges.fact, guardianFact), among(dataChanges.guardianId, adults)))
    .all()
  for (const { id, after } of rows) {
    const asked = readAskedGuardian(after)
    const isTheirs = asked?.name === name || (email !== null && asked?.email === email)
    if (isTheirs) remove(actor, dataChanges, id)
  }
}

/**
 * Approves those of several that no one has changed since or answered; says how many were, and how many were left. Another guardian is
 * invited by approving that one alone.
 */
export const approveChanges = (actor: Actor, changeIds: readonly string[]): { done: number; left: number } =>
  transact(() => {
    const isOneOfMany = (id: string) => find(actor, dataChanges, id)?.fact !== guardianFact
    const done = [...new Set(changeIds)].flatMap((id) => {
      const answered = isOneOfMany(id) ? approve(actor, id) : undefined
      return answered?.ok ? [answered] : []
    })
    tellAnswered(actor, done, approved)
    return { done: done.length, left: new Set(changeIds).size - done.length }
  })

/** Declines changes with a reason, which the family reads. Those that were answered since are left. */
export function declineChanges(
  actor: Actor,
  changeIds: readonly string[],
  answer: string,
): { done: number; left: number } {
  return transact(() => {
    const texts = textsOf(fieldsOf(actor))
    const done: Answered[] = []
    for (const id of new Set(changeIds)) {
      const found = find(actor, dataChanges, id)
      if (!found || !close(actor, id, "declined", { answer })) continue
      const { noun, id: nounId } = subjectOf(found)
      const label = texts.label(found.fact)
      recordEvent(actor, `${noun}.decline-change`, nounId, { after: { fact: label, reason: answer } })
      done.push({ row: found, label })
    }
    tellAnswered(actor, done, { isApproved: false, reason: answer })
    return { done: done.length, left: new Set(changeIds).size - done.length }
  })
}
