import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { TeacherStudents } from "~/components/overview/record/teacher-students"
import { teacherFrame } from "~/components/people/teacher/teacher-frame"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { MorePages } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { teacherOfPage } from "~/http/page-reads.server"
import { orNotFound } from "~/http/responses.server"
import { listTeacherStudents } from "~/models/overview/teacher-area/own-students.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const teacher = orNotFound(teacherOfPage(actor, params.teacherId ?? ""))
  const { students, total } = listTeacherStudents(actor, teacher.id, readPage(request))
  return { students, pages: paged(request, total) }
}

export const handle: FramedPage = { tab: "students" }

export const meta = frameTitle(teacherFrame, (teacher) => `Students of ${teacher.name}`)

export default function TeacherStudentsPage() {
  const { id, name } = useLoadedFrame(teacherFrame)
  const { students, pages } = useLoaderData<typeof loader>()
  return (
    <TeacherStudents teacher={{ id, name }} students={students} total={pages.total}>
      <MorePages of="students" {...pages} />
    </TeacherStudents>
  )
}
