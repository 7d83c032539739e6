import type { LoaderFunctionArgs } from "@remix-run/node"
import { Outlet } from "@remix-run/react"
import { type FramedStudent, StudentFrame } from "~/components/people/student/student-frame"
import { FailedPage, whenRecordChanges } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { studentOfPage } from "~/http/page-reads.server"
import { notFound } from "~/http/responses.server"
import { fullName } from "~/utils/names"

export const shouldRevalidate = whenRecordChanges("studentId", "student-record")

export async function loader({ request, params }: LoaderFunctionArgs): Promise<FramedStudent> {
  const actor = await requireMember(request, "student:read")
  const student = studentOfPage(actor, params.studentId ?? "")
  if (!student) throw notFound()
  return { id: student.id, name: fullName(student) }
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
