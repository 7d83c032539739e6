import { members } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { bookings } from "db/schema/teaching-sessions"
import { and, asc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select, selectDistinct } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { answersFor } from "~/models/foundation/custom-field/answers.server"
import { answerText, type CustomField } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { statusLabels } from "~/models/people/student/student"
import { findStudent } from "~/models/people/student/student.server"
import { notedFields, personFields, type StudentField } from "~/models/people/student/student-fields"
import { now, todayOf } from "~/utils/clock.server"
import { countOf, formatDate } from "~/utils/formats"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { countMoving } from "./move-rows.server"
import { accountClashes, familyRemarks } from "./other-family.server"
import {
  type ComparedField,
  compareField,
  customName,
  type MergeClash,
  type PersonComparison,
} from "./person-merge"
import { clashOf, listSharedLessons, spotThatGoes } from "./seat-clashes.server"

// Two entries of one student side by side: what they say, what would move, and what stands in the way.

type Student = NonNullable<ReturnType<typeof findStudent>>
export type Pair = { keep: Student; gone: Student }

/** Both; undefined when the school has not both of them, or one is erased. */
export function findPair(actor: Actor, keepId: string, goneId: string): Pair | undefined {
  const [keep, gone] = [findStudent(actor, keepId), findStudent(actor, goneId)]
  return keep?.erasedAt === null && gone?.erasedAt === null ? { keep, gone } : undefined
}

/** The whole comparison; undefined when the school has not both of them. */
export function compareStudents(actor: Actor, keepId: string, goneId: string): PersonComparison | undefined {
  const pair = findPair(actor, keepId, goneId)
  if (!pair || keepId === goneId) return undefined
  const { clashes, remarks } = findClashes(actor, pair)
  return {
    keep: summaryOf(pair.keep),
    gone: summaryOf(pair.gone),
    fields: fieldsOf(actor, pair),
    moves: countMoving(actor, "student", goneId),
    remarks,
    clashes,
  }
}

const summaryOf = (student: Student) => ({
  id: student.id,
  name: fullName(student),
  about: `${student.familyName} · ${statusLabels[student.status]}`,
})

const instrumentText = ({ instrument, level }: Student) =>
  [instrument, level].filter(Boolean).join(", ") || null

/** Notes of which both may be kept, up to so many characters. */
const longestNotes: { [Field in StudentField]?: number } = { medicalNotes: 2000, notes: 4000 }

export function fieldsOf(actor: Actor, { keep, gone }: Pair): ComparedField[] {
  const custom = listFields(actor, "student")
  const textOf = (student: Student, field: StudentField) =>
    field === "birthDate" ? student.birthDate && formatDate(student.birthDate, "full") : student[field]
  const said = (labels: { [Field in StudentField]?: string }) =>
    (Object.entries(labels) as [StudentField, string][]).map(([field, label]) =>
      compareField(field, label, {
        ...{ keep: textOf(keep, field), gone: textOf(gone, field) },
        longest: longestNotes[field],
      }),
    )
  const { email, phone, ...person } = personFields
  return [
    ...said({ ...person, email, phone }),
    compareField("status", "Status", { keep: statusLabels[keep.status], gone: statusLabels[gone.status] }),
    compareField("instrument", "Instrument", { keep: instrumentText(keep), gone: instrumentText(gone) }),
    ...said(notedFields),
    ...compareAnswers(actor, custom, [keep.id, gone.id]),
  ]
}

/** What both answer to the school's own fields. */
export function compareAnswers(
  actor: Actor,
  fields: readonly CustomField[],
  [keepId, goneId]: [keep: string, gone: string],
): ComparedField[] {
  const [keep, gone] = [answersFor(actor, keepId), answersFor(actor, goneId)]
  return fields.map((field) => {
    const text = (value: string | undefined) => (value === undefined ? null : answerText(field, value))
    return compareField(customName(field.id), field.name, {
      keep: text(keep[field.id]),
      gone: text(gone[field.id]),
    })
  })
}

/** What a person has to settle, and what settles itself. */
export function findClashes(
  actor: Actor,
  { keep, gone }: Pair,
): { clashes: MergeClash[]; remarks: string[] } {
  const shared = listSharedLessons(actor, keep.id, gone.id)
  const doubled = shared.filter((lesson) => !spotThatGoes(actor, lesson))
  const clashes = [
    ...accountClashes(actor, { keep, gone }),
    ...loginClash(actor, { keep, gone }),
    ...listSharedClasses(actor, keep.id, gone.id).map(({ id, name }) => ({
      text: `Both are enrolled in ${name}. Unenroll one of them first.`,
      to: { path: paths.class(id), label: name },
    })),
    ...doubled.slice(0, 20).map(clashOf),
  ]
  const settled = shared.length - doubled.length
  const overlaps = countOverlaps(actor, keep.id, gone.id)
  const remarks = [
    ...familyRemarks(actor, { keep, gone }),
    ...(settled > 0
      ? [`Both have a spot in ${countOf(settled, "lesson")}. The spot with attendance stays.`]
      : []),
    ...(overlaps > 0
      ? [`${countOf(overlaps, "lesson")} of the two will overlap. Move one of each pair on the schedule.`]
      : []),
  ]
  return { clashes, remarks }
}

/** The login that stays when both have one: the only one that isn't locked. */
export function loginOf(
  actor: Actor,
  { keep, gone }: { keep: Login; gone: Login },
): string | null | undefined {
  if (!keep.memberId || !gone.memberId || keep.memberId === gone.memberId)
    return keep.memberId ?? gone.memberId
  const open = ownRows(actor, members, ["id"])
    .where(and(inArray(members.id, [keep.memberId, gone.memberId]), isNull(members.deactivatedAt)))
    .all()
  return open.length > 1 ? undefined : (open[0]?.id ?? keep.memberId)
}
type Login = { memberId: string | null }

const loginClash = (actor: Actor, pair: Pair): MergeClash[] =>
  loginOf(actor, pair) === undefined
    ? [
        {
          text: "Both have a login. Lock the one that isn’t used.",
          to: { path: paths.studentAccount(pair.gone.id), label: "Portal access" },
        },
      ]
    : []

/** Classes in which both are enrolled today or later. */
function listSharedClasses(actor: Actor, keepId: string, goneId: string) {
  const other = alias(enrollments, "other")
  const present = todayOf(actor)
  const lasts = (end: typeof enrollments.endsOn | typeof other.endsOn) =>
    sql`(${end} is null or ${end} >= ${present})`
  return selectDistinct({ id: classes.id, name: classes.name })
    .from(enrollments)
    .innerJoin(other, and(joined(other.classId, enrollments.classId), eq(other.studentId, goneId)))
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.studentId, keepId),
        lasts(enrollments.endsOn),
        lasts(other.endsOn),
        sql`${enrollments.startsOn} <= coalesce(${other.endsOn}, '9999')`,
        sql`${other.startsOn} <= coalesce(${enrollments.endsOn}, '9999')`,
      ),
    )
    .orderBy(asc(classes.name))
    .limit(20)
    .all()
}

/** Coming lessons of the two that are at the same time. */
function countOverlaps(actor: Actor, keepId: string, goneId: string): number {
  const other = alias(bookings, "other")
  return select({ id: bookings.id })
    .from(bookings)
    .innerJoin(
      other,
      and(
        joined(other.resource, bookings.resource),
        eq(other.resourceId, goneId),
        ne(other.sessionId, bookings.sessionId),
        sql`${other.startsAt} < ${bookings.endsAt} and ${other.endsAt} > ${bookings.startsAt}`,
      ),
    )
    .where(
      and(
        own(actor, bookings),
        eq(bookings.resource, "student"),
        eq(bookings.resourceId, keepId),
        gt(bookings.endsAt, now()),
      ),
    )
    .all().length
}
