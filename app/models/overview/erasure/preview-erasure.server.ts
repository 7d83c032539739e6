import { savedMethods } from "db/schema/money-auto-pay"
import { guardians, students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { and, eq, gt, inArray, isNull, or } from "drizzle-orm"
import { heldFromDeletion, isSchoolHeld } from "~/models/accounts/school/legal-hold.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { sumUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { countOpenOf, findKnownPayer, listKnownPayers } from "~/models/money/payer/outside-payers.server"
import { listAskedBy } from "~/models/people/inquiry/answer-inquiry.server"
import { findStudent } from "~/models/people/student/student.server"
import { todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/formats"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { gatherPerson } from "./erased-person.server"
import type { ErasedNoun, ErasureObstacle, ErasurePreview } from "./erasure"
import {
  activity,
  bankLines,
  books,
  documents,
  emailsSent,
  files,
  inActivity,
  inBankLines,
  written,
} from "./erasure-texts"
import { type LinkedRecord, sharesLogin } from "./forget-member.server"

// What erasing a person would do, before anyone decides.

/** The people of a family who can be erased, and those who pay for it. */
export function listErasable(
  actor: Actor,
  familyId: string,
): { noun: ErasedNoun; id: string; name: string }[] {
  const children = ownRows(actor, students, ["id", "firstName", "lastName"])
    .where(and(eq(students.familyId, familyId), isNull(students.erasedAt)))
    .all()
  const adults = ownRows(actor, guardians, ["id", "name"])
    .where(and(eq(guardians.familyId, familyId), isNull(guardians.erasedAt)))
    .orderBy(guardians.position)
    .all()
  return [
    ...children.map((student) => ({ noun: "student" as const, id: student.id, name: fullName(student) })),
    ...adults.map((adult) => ({ noun: "guardian" as const, ...adult })),
    ...listKnownPayers(actor, familyId).map((payer) => ({ noun: "payer" as const, ...payer })),
  ]
}

/** Undefined when the school has no such person, or they are erased already. */
export function previewErasure(actor: Actor, noun: ErasedNoun, id: string): ErasurePreview | undefined {
  const previewOf = { student: previewStudent, guardian: previewGuardian, payer: previewPayer }
  const found = previewOf[noun](actor, id)
  const preview = found && { ...found, asked: listAskedFor(actor, noun, id) }
  if (!preview || !isSchoolHeld(actor)) return preview
  return { ...preview, obstacles: [{ text: heldFromDeletion, path: paths.support(), label: "Support" }] }
}

/** Whom they asked lessons for, which goes with them. */
function listAskedFor(actor: Actor, noun: ErasedNoun, id: string): string[] {
  const person = gatherPerson(actor, noun, id)
  const asked = person ? listAskedBy(actor, person) : []
  return [...new Set(asked.flatMap(({ studentId, name }) => (studentId ? [] : name)))]
}

function previewStudent(actor: Actor, studentId: string): ErasurePreview | undefined {
  const student = findStudent(actor, studentId)
  if (!student || student.erasedAt !== null) return undefined
  const login = loginOf(actor, { noun: "student", ...student })
  return {
    noun: "student",
    id: student.id,
    name: fullName(student),
    familyId: student.familyId,
    goes: [
      "Name, also in the names of classes, birth date, contact details, student ID and instruments",
      "Medical notes, notes and answers to your own fields",
      "Lesson notes about this student, with replies to them",
      "Assignments, pieces, practice, skills and progress reports",
      "Absence messages, waiting lists, shared files and unused make-up credits",
      emailsSent,
      inBankLines,
      inActivity,
      ...login.goes,
    ],
    stays: [
      ...login.stays,
      {
        what: "Attendance of past lessons, as Erased student",
        why: "Teacher pay and your figures are made from it.",
      },
      { what: "Charges, payments and payslips, without the name", why: books },
      bankLines,
      documents,
      written,
      activity,
      files,
    ],
    obstacles: [...enrollmentObstacles(actor, studentId), ...methodObstacles(actor, "student", student)],
  }
}

function previewGuardian(actor: Actor, guardianId: string): ErasurePreview | undefined {
  const guardian = ownRows(actor, guardians)
    .where(and(eq(guardians.id, guardianId), isNull(guardians.erasedAt)))
    .get()
  if (!guardian) return undefined
  const login = loginOf(actor, { noun: "guardian", ...guardian })
  return {
    noun: "guardian",
    id: guardian.id,
    name: guardian.name,
    familyId: guardian.familyId,
    goes: [
      "Name, relation, email, phone and billing address",
      "Answers to your own fields",
      "Open payment links, and the name in conversations",
      emailsSent,
      inBankLines,
      inActivity,
      ...login.goes,
    ],
    stays: [
      ...login.stays,
      { what: "Payments and shares of invoices", why: books },
      bankLines,
      documents,
      written,
      activity,
      files,
    ],
    obstacles: payerObstacles(actor, guardian),
  }
}

/** What becomes of the record's login: one that another record has, too, stays. */
function loginOf(
  actor: Actor,
  { memberId, ...record }: Omit<LinkedRecord, "memberId"> & { memberId: string | null },
): Pick<ErasurePreview, "goes" | "stays"> {
  if (!memberId) return { goes: [], stays: [] }
  if (!sharesLogin(actor, { ...record, memberId }))
    return { goes: ["The login, and the text and files of messages written with it"], stays: [] }
  const what = "The login, with its name, email and messages"
  return { goes: [], stays: [{ what, why: "Another record in your school uses it, too." }] }
}

function payerObstacles(
  actor: Actor,
  { id, familyId, payerShare }: { id: string; familyId: string; payerShare: number },
): ErasureObstacle[] {
  const family = { path: paths.familyPayers(familyId), label: "Change payers" }
  const others = ownRows(actor, guardians, ["id"])
    .where(and(eq(guardians.familyId, familyId), gt(guardians.payerShare, 0)))
    .all()
  if (payerShare > 0 && others.length > 1)
    return [
      { text: "This guardian pays part of the invoices. Give the share to someone else first.", ...family },
    ]
  const owes = familyBalance(actor, familyId) !== 0 || sumUnbilledCharges(actor, { familyId }).charges > 0
  if (payerShare > 0 && owes)
    return [
      {
        text: "This guardian pays the family’s invoices, and the account isn’t settled yet.",
        path: paths.family(familyId),
        label: "Billing",
      },
    ]
  return methodObstacles(actor, "guardian", { id, familyId, memberId: null })
}

/** An adult student pays with the own login, and as no guardian. */
function methodObstacles(
  actor: Actor,
  noun: ErasedNoun,
  { id, familyId, memberId }: { id: string; familyId: string; memberId: string | null },
): ErasureObstacle[] {
  const isTheirs =
    noun === "guardian"
      ? eq(savedMethods.guardianId, id)
      : and(eq(savedMethods.memberId, memberId ?? ""), isNull(savedMethods.guardianId))
  const method = ownRows(actor, savedMethods, ["id"])
    .where(and(isTheirs, inArray(savedMethods.state, ["active", "paused"])))
    .limit(1)
    .get()
  return method
    ? [
        {
          text: `This ${noun} pays automatically. Turn automatic payment off first.`,
          path: paths.family(familyId),
          label: "Billing",
        },
      ]
    : []
}

function enrollmentObstacles(actor: Actor, studentId: string): ErasureObstacle[] {
  return isEnrolled(actor, studentId)
    ? [
        {
          text: "This student is still enrolled in a class. Move the student to former first.",
          path: paths.student(studentId),
          label: "Student",
        },
      ]
    : []
}

function isEnrolled(actor: Actor, studentId: string): boolean {
  const present = todayOf(actor)
  const found = ownRows(actor, enrollments, ["id"])
    .where(
      and(
        eq(enrollments.studentId, studentId),
        or(isNull(enrollments.endsOn), gt(enrollments.endsOn, present)),
      ),
    )
    .limit(1)
    .get()
  return found !== undefined
}

/** What erasing someone who pays a family's invoices without being a guardian would do. */
function previewPayer(actor: Actor, payerId: string): ErasurePreview | undefined {
  const payer = findKnownPayer(actor, payerId)
  if (!payer) return undefined
  const open = countOpenOf(actor, payer.id)
  return {
    noun: "payer",
    id: payer.id,
    name: payer.name,
    familyId: payer.familyId,
    goes: [
      "Name, email, address, tax number and reference",
      "Open payment links",
      ...(payer.pays ? ["Their part of the next invoices, which the family pays"] : []),
      emailsSent,
      inBankLines,
      inActivity,
    ],
    stays: [{ what: "Payments and shares of invoices", why: books }, bankLines, documents, activity, files],
    obstacles:
      open > 0
        ? [
            {
              text: `This payer has part of ${countOf(open, "outstanding invoice")}. Settle or void them first.`,
              path: paths.family(payer.familyId),
              label: "Billing",
            },
          ]
        : [],
  }
}
