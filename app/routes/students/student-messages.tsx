import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FamilyTalks } from "~/components/overview/record/family-talks"
import { studentFrame } from "~/components/people/student/student-frame"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { orNotFound, requireMember } from "~/http/guards.server"
import { studentOfPage } from "~/http/page-reads.server"
import { readTalks } from "../families/family-talks.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const student = orNotFound(studentOfPage(actor, params.studentId ?? ""))
  return readTalks(actor, student.familyId, request)
}

export const handle: FramedPage = { tab: "messages" }

export const meta = frameTitle(studentFrame, (student) => `Messages about ${student.name}`)

export default function StudentMessages() {
  const { id } = useLoadedFrame(studentFrame)
  const found = useLoaderData<typeof loader>()
  return <FamilyTalks {...found} to={`student:${id}`} />
}
