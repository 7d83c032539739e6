import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import type { StudentStatus } from "~/models/people/student/student"
import { paths } from "~/utils/paths"
import type { FoundAct } from "./search"

// What an office does most often with a person it has found. Each act leads to the form that does it, and only who may
// do it is offered it.

/** Of a student: a former one is paid for, or comes back at some time. */
export function studentActs(
  actor: Actor,
  {
    id,
    familyId,
    status,
    nextLessonId,
  }: { id: string; familyId: string; status: StudentStatus; nextLessonId: string | undefined },
): FoundAct[] {
  const isHere = status !== "former"
  return [
    ...takePayment(actor, familyId),
    ...(isHere && may(actor, "message:all") ? [messageFamily(id)] : []),
    ...newInvoice(actor, familyId),
    ...(isHere && may(actor, "student:write")
      ? [
          { to: paths.studentAbsence(id), label: "Record absence" },
          { to: paths.makeUp(id), label: "Book make-up" },
        ]
      : []),
    ...(nextLessonId ? [{ to: paths.lessonCard(nextLessonId), label: "Next lesson" }] : []),
    ...((status === "active" || !isHere) && may(actor, "schedule:write")
      ? [{ to: paths.findTime({ student: id }), label: "Find a time" }]
      : []),
  ]
}

/** @param family `studentId` is one of its students, through whom it is written to; none: no message */
export function familyActs(actor: Actor, { id, studentId }: { id: string; studentId?: string }): FoundAct[] {
  return [
    ...takePayment(actor, id),
    ...(studentId && may(actor, "message:all") ? [messageFamily(studentId)] : []),
    ...newInvoice(actor, id),
  ]
}

/** @param teacher `memberId` is their login, without which they can't be written to */
export function teacherActs(
  actor: Actor,
  { id, memberId }: { id: string; memberId: string | null },
): FoundAct[] {
  return [
    ...(may(actor, "schedule:read") ? [{ to: paths.schedule({ teacher: id }), label: "Schedule" }] : []),
    ...(memberId && may(actor, "message:all")
      ? [{ to: paths.newMessage({ to: `member:${memberId}` }), label: "Message" }]
      : []),
  ]
}

export const classActs = (actor: Actor, id: string): FoundAct[] => [
  ...(may(actor, "schedule:read") ? [{ to: paths.schedule({ class: id }), label: "Schedule" }] : []),
  ...(may(actor, "message:all")
    ? [{ to: paths.newMessage({ to: `class:${id}` }), label: "Message class" }]
    : []),
  ...(may(actor, "class:write") ? [{ to: paths.classStudents(id), label: "Add student" }] : []),
]

/** Nothing is paid for one that was voided. */
export const invoiceActs = (
  actor: Actor,
  { familyId, isVoid }: { familyId: string; isVoid: boolean },
): FoundAct[] => [
  ...(isVoid ? [] : takePayment(actor, familyId)),
  { to: paths.family(familyId), label: "Family’s billing" },
]

const messageFamily = (studentId: string): FoundAct => ({
  to: paths.newMessage({ to: `student:${studentId}` }),
  label: "Message family",
})

const takePayment = (actor: Actor, familyId: string): FoundAct[] =>
  may(actor, "payment:record")
    ? [{ to: paths.family(familyId, { payment: "new" }), label: "Take payment" }]
    : []

const newInvoice = (actor: Actor, familyId: string): FoundAct[] =>
  may(actor, "invoice:issue") ? [{ to: paths.newInvoice({ family: familyId }), label: "New invoice" }] : []
