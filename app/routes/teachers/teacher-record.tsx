import type { LoaderFunctionArgs } from "@remix-run/node"
import { Outlet } from "@remix-run/react"
import { type FramedTeacher, TeacherFrame } from "~/components/people/teacher/teacher-frame"
import { FailedPage, whenRecordChanges } from "~/components/shell/frame"
import { orNotFound, requireMember } from "~/http/guards.server"
import { teacherOfPage } from "~/http/page-reads.server"
import { findTeacherFigures } from "~/models/overview/record/teacher-record.server"
import { countMissingRegisters } from "~/models/teaching/missing-register/missing-registers.server"

export const shouldRevalidate = whenRecordChanges("teacherId", "teacher-record")

export async function loader({ request, params }: LoaderFunctionArgs): Promise<FramedTeacher> {
  const actor = await requireMember(request, "teacher:read")
  const teacher = orNotFound(teacherOfPage(actor, params.teacherId ?? ""))
  return {
    id: teacher.id,
    name: teacher.name,
    instruments: teacher.instruments,
    phone: teacher.phone,
    memberId: teacher.memberId,
    hasLeft: teacher.deactivatedAt !== null,
    ...findTeacherFigures(actor, teacher.id),
    missing: countMissingRegisters(actor, { teacherId: teacher.id }),
  }
}

export default function TeacherRecord() {
  return (
    <TeacherFrame>
      <Outlet />
    </TeacherFrame>
  )
}

export function ErrorBoundary() {
  return (
    <TeacherFrame>
      <FailedPage />
    </TeacherFrame>
  )
}
