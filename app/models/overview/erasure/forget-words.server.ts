import { creditChanges, makeUpCredits } from "db/schema/attendance"
import { correctionRequests } from "db/schema/attendance-corrections"
import { conversations, participants } from "db/schema/communication"
import { taskItems } from "db/schema/foundation-tasks"
import { charges, invoices } from "db/schema/money"
import { savedMethods } from "db/schema/money-auto-pay"
import { planAsks } from "db/schema/money-plans"
import { guardians, students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { seats } from "db/schema/teaching-sessions"
import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, hasRow, ownRows, select, selectDistinct } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { fullName } from "~/utils/names"
import { type ErasedNoun, erasedNames } from "./erasure"
import type { Renamed } from "./without-facts"
import { isOneWord, withoutNamesInLine } from "./without-person"

// What others wrote of a person, on rows that stay or beside them.

type Student = { id: string; firstName: string; lastName: string; familyId: string; memberId: string | null }

/** The reasons given with a student's credits. */
export function forgetCredits(actor: Actor, studentId: string) {
  const credits = and(own(actor, makeUpCredits), eq(makeUpCredits.studentId, studentId))
  change(
    actor,
    creditChanges,
    inArray(creditChanges.creditId, select({ id: makeUpCredits.id }).from(makeUpCredits).where(credits)),
    {
      reason: "The student was erased.",
      changes: sql`iif(${creditChanges.act} = 'revoke', '[]', ${creditChanges.changes})`,
    },
  )
  change(actor, makeUpCredits, and(credits, isNotNull(makeUpCredits.revokedAt)), {
    revokedReason: "The student was erased.",
  })
}

/** Why a teacher asked to correct their attendance, and what the office answered. */
export function forgetCorrections(actor: Actor, studentId: string) {
  const ofStudent = select({ id: seats.id })
    .from(seats)
    .where(and(own(actor, seats), eq(seats.studentId, studentId)))
  change(actor, correctionRequests, inArray(correctionRequests.seatId, ofStudent), {
    reason: "The student was erased.",
    answer: null,
  })
}

/** "Guardian of Milo" in the family's conversations, and a conversation that is listed under the student's name. */
export function forgetInConversations(actor: Actor, student: Student) {
  const ofFamily = and(own(actor, guardians), eq(guardians.familyId, student.familyId))
  const adults = select({ id: guardians.id, memberId: guardians.memberId })
    .from(guardians)
    .where(ofFamily)
    .all()
  const memberIds = [...adults.flatMap(({ memberId }) => memberId ?? []), student.memberId ?? ""]
  const isOfFamily = and(
    own(actor, participants),
    or(
      inArray(
        participants.guardianId,
        adults.map(({ id }) => id),
      ),
      inArray(participants.memberId, memberIds),
    ),
  )
  const inFamily = select({ id: participants.conversationId }).from(participants).where(isOfFamily)
  change(
    actor,
    conversations,
    and(
      eq(conversations.audience, fullName(student)),
      hasNamesake(actor, student) ? inArray(conversations.id, inFamily) : undefined,
    ),
    { audience: erasedNames.student },
  )
  change(actor, participants, and(isOfFamily, sql`instr(${participants.why}, ${student.firstName}) > 0`), {
    why: "Guardian",
  })
  change(
    actor,
    taskItems,
    and(
      inArray(taskItems.subjectId, [...adults.map((adult) => adult.id), ...memberIds].filter(Boolean)),
      sql`instr(${taskItems.detail} ->> 'why', ${student.firstName}) > 0`,
    ),
    { detail: sql`json_set(${taskItems.detail}, '$.why', 'Guardian')` },
  )
}

/** Classes that are called by their student, with the fees of the family that name them: "Milo Haddad, guitar". */
export function forgetInClasses(actor: Actor, { id, firstName, lastName, familyId }: Student): Renamed[] {
  const renamedClasses: Renamed[] = []
  const name = fullName({ firstName, lastName })
  const erasedName = erasedNames.student
  const wording = { inNames: [], ofStudent: [], inLabels: [], addresses: [], erasedName }
  const theirs = ownRows(actor, classes, { id: classes.id, className: classes.name, kind: classes.kind })
    .where(
      inArray(
        classes.id,
        select({ id: enrollments.classId })
          .from(enrollments)
          .where(and(own(actor, enrollments), eq(enrollments.studentId, id))),
      ),
    )
    .all()
  for (const { id: classId, className, kind } of theirs) {
    const others = listOthersIn(actor, classId, id)
    if (others.some((other) => fullName(other) === name)) continue
    const isCalledByFirstName = kind === "private" && !others.some((other) => other.firstName === firstName)
    const inTexts = [name, ...(isCalledByFirstName ? [firstName] : [])].filter(
      (each) => kind === "private" || !isOneWord(each),
    )
    const renamed = withoutNamesInLine(className, { ...wording, inTexts })
    if (renamed === className) continue
    renamedClasses.push({ from: className, to: renamed })
    change(actor, classes, classId, { name: renamed })
  }
  if (!isOneWord(name)) forgetInFees(actor, { id, familyId }, name)
  return renamedClasses
}

/** The private classes that no one else was ever in. */
export const listOwnClasses = (actor: Actor, studentId: string): string[] =>
  selectDistinct({ id: classes.id })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(and(own(actor, enrollments), eq(enrollments.studentId, studentId), eq(classes.kind, "private")))
    .all()
    .filter(({ id }) => listOthersIn(actor, id, studentId).length === 0)
    .map(({ id }) => id)

/** Who else was ever in a class: it may be called by them. */
const listOthersIn = (actor: Actor, classId: string, studentId: string) =>
  select({ firstName: students.firstName, lastName: students.lastName })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(and(own(actor, enrollments), eq(enrollments.classId, classId), ne(students.id, studentId)))
    .all()

function forgetInFees(actor: Actor, { id, familyId }: Pick<Student, "id" | "familyId">, name: string) {
  const erasedName = erasedNames.student
  change(
    actor,
    charges,
    and(
      eq(charges.familyId, familyId),
      or(eq(charges.studentId, id), isNull(charges.studentId)),
      sql`instr(${charges.description}, ${name}) > 0`,
    ),
    { description: sql`replace(${charges.description}, ${name}, ${erasedName})` },
  )
}

const hasNamesake = (actor: Actor, { id, firstName, lastName }: Student): boolean =>
  hasRow(
    actor,
    students,
    and(ne(students.id, id), eq(students.firstName, firstName), eq(students.lastName, lastName)),
  )

/** The account with which a person paid automatically until they ended it. */
export function forgetPayer(
  actor: Actor,
  noun: ErasedNoun,
  { id, memberId }: { id: string; memberId: string | null },
) {
  const isTheirs =
    noun === "guardian"
      ? eq(savedMethods.guardianId, id)
      : and(eq(savedMethods.memberId, memberId ?? ""), isNull(savedMethods.guardianId))
  change(actor, savedMethods, and(isTheirs, isNotNull(savedMethods.endedAt)), {
    payerEmail: null,
    title: null,
    expires: null,
    customerId: null,
  })
}

/** What a login wrote when it asked for installments, and why the office declined; with a family, for its invoices only. */
export function forgetPlanAsks(actor: Actor, memberId: string, familyId?: string) {
  const ofFamily = select({ id: invoices.id })
    .from(invoices)
    .where(and(own(actor, invoices), familyId === undefined ? undefined : eq(invoices.familyId, familyId)))
  change(actor, planAsks, and(eq(planAsks.askedBy, memberId), inArray(planAsks.invoiceId, ofFamily)), {
    note: null,
    reason: null,
  })
}
