import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FamilyTalks } from "~/components/overview/record/family-talks"
import { teacherFrame } from "~/components/people/teacher/teacher-frame"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { orNotFound, requireMember } from "~/http/guards.server"
import { teacherOfPage } from "~/http/page-reads.server"
import { paths } from "~/utils/paths"
import { readMemberTalks } from "../families/family-talks.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const teacher = orNotFound(teacherOfPage(actor, params.teacherId ?? ""))
  return teacher.memberId ? readMemberTalks(actor, teacher.memberId, request) : null
}

export const handle: FramedPage = { tab: "messages" }

export const meta = frameTitle(teacherFrame, (teacher) => `Messages with ${teacher.name}`)

export default function TeacherMessages() {
  const { id, name, memberId, hasLeft } = useLoadedFrame(teacherFrame)
  const found = useLoaderData<typeof loader>()
  if (!found)
    return (
      <EmptyState>
        {name} can’t log in, so there are no messages.{" "}
        {hasLeft ? null : (
          <>
            <Link to={`${paths.teacher(id)}#about`}>Invite them to log in</Link> to write to them here.
          </>
        )}
      </EmptyState>
    )
  return <FamilyTalks {...found} of="teacher" to={hasLeft ? null : `member:${memberId}`} />
}
