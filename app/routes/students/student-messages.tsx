import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FamilyTalks } from "~/components/overview/record/family-talks"
import { studentFrame } from "~/components/people/student/student-frame"
import { type FramedPage, frameIn, useLoadedFrame } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { studentOfPage } from "~/http/page-reads.server"
import { notFound } from "~/http/responses.server"
import { readTalks } from "../families/family-talks.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const student = studentOfPage(actor, params.studentId ?? "")
  if (!student) throw notFound()
  return readTalks(actor, student.familyId, request)
}

export const handle: FramedPage = { tab: "messages" }

export const meta: MetaFunction = ({ matches }) => {
  const student = frameIn(matches, studentFrame)
  return [{ title: student ? `Messages about ${student.name} · Tutti` : "Not found · Tutti" }]
}

export default function StudentMessages() {
  const { id } = useLoadedFrame(studentFrame)
  const found = useLoaderData<typeof loader>()
  return <FamilyTalks {...found} to={`student:${id}`} />
}
