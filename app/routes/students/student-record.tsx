import type { LoaderFunctionArgs } from "@remix-run/node"
import { Outlet, type ShouldRevalidateFunction } from "@remix-run/react"
import { unlessUnreachable } from "~/components/attendance/register/offline-registers"
import { type FramedStudent, StudentFrame, studentSummary } from "~/components/people/student/student-frame"
import { FailedPage, whenRecordChanges } from "~/components/shell/frame"
import { orNotFound, requireMember } from "~/http/guards.server"
import {
  balanceOfPage,
  creditsOfPage,
  enrollmentsOfPage,
  guardiansOfPage,
  nextOfPage,
  plannedOfPage,
  studentOfPage,
  termLessonsOfPage,
} from "~/http/page-reads.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { attendanceOf } from "~/models/overview/record/student-record"
import { todayOf } from "~/utils/clock.server"
import { ageOn } from "~/utils/dates"
import { fullName } from "~/utils/names"

const asRecordChanges = whenRecordChanges("studentId", "student-record")

export const shouldRevalidate: ShouldRevalidateFunction = (step) =>
  unlessUnreachable({ ...step, defaultShouldRevalidate: asRecordChanges(step) })

export async function loader({ request, params }: LoaderFunctionArgs): Promise<FramedStudent> {
  const actor = await requireMember(request, "student:read")
  const student = orNotFound(studentOfPage(actor, params.studentId ?? ""))
  const isSolo = actor.school.kind === "solo"
  const day = todayOf(actor)
  const teachers = enrollmentsOfPage(actor, student.id).flatMap(({ endsOn, teacherName }) =>
    (endsOn !== null && endsOn < day) || !teacherName || isSolo ? [] : [teacherName],
  )
  const age = student.birthDate ? ageOn(student.birthDate, day) : null
  const next = nextOfPage(actor, student.id)
  const credits = creditsOfPage(actor, student.id)
  const call = guardiansOfPage(actor, student.familyId).find(({ phone }) => phone)
  return {
    id: student.id,
    familyId: student.familyId,
    name: fullName(student),
    status: student.status,
    isErased: student.erasedAt !== null,
    planned: plannedOfPage(actor, student.id) ?? null,
    summary: studentSummary({ ...student, age, teachers: [...new Set(teachers)].sort() }),
    medicalNotes: student.medicalNotes,
    call: call?.phone ? { name: call.name, phone: call.phone } : null,
    next: next
      ? { id: next.id, localDate: next.localDate, startTime: next.startTime, roomName: next.roomName }
      : null,
    ...attendanceOf(termLessonsOfPage(actor, student.id)),
    balanceMinor: seesFamilyMoney(actor) ? balanceOfPage(actor, student.familyId) : null,
    currency: actor.school.currency,
    credits: credits.length,
    creditUntil: credits[0]?.expiresOn ?? null,
  }
}

export default function StudentRecord() {
  return (
    <StudentFrame>
      <Outlet />
    </StudentFrame>
  )
}

export function ErrorBoundary() {
  return (
    <StudentFrame>
      <FailedPage />
    </StudentFrame>
  )
}
