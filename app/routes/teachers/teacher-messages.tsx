import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FamilyTalks } from "~/components/overview/record/family-talks"
import { teacherFrame } from "~/components/people/teacher/teacher-frame"
import { type FramedPage, frameIn, useLoadedFrame } from "~/components/shell/frame"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { teacherOfPage } from "~/http/page-reads.server"
import { notFound } from "~/http/responses.server"
import { paths } from "~/utils/paths"
import { readMemberTalks } from "../families/family-talks.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const teacher = teacherOfPage(actor, params.teacherId ?? "")
  if (!teacher) throw notFound()
  return teacher.memberId ? readMemberTalks(actor, teacher.memberId, request) : null
}

export const handle: FramedPage = { tab: "messages" }

export const meta: MetaFunction = ({ matches }) => {
  const teacher = frameIn(matches, teacherFrame)
  return [{ title: teacher ? `Messages with ${teacher.name} · Tutti` : "Not found · Tutti" }]
}

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
