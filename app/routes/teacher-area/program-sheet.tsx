import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { pageTitle } from "~/components/shell/frame"
import { ProgramView } from "~/components/teaching/occasion/program-view"
import { orNotFound, requireMember } from "~/http/guards.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { findTeacherOccasion } from "~/models/teaching/occasion/find-occasion.server"
import { listProgram } from "~/models/teaching/occasion/program.server"
import { paths } from "~/utils/paths"

/** The program of an event that concerns a teacher, to print. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const own = findOwnTeacher(actor)
  const found = orNotFound(own && findTeacherOccasion(actor, own.id, params.occasionId ?? ""))
  const { id, title, localDate, startTime, endTime, where } = found
  return {
    occasion: { id, title, localDate, startTime, endTime, where },
    entries: listProgram(actor, id),
  }
}

export const meta = pageTitle<typeof loader>((found) => `Program of ${found.occasion.title}, to print`)

export default function OwnProgramSheet() {
  const { occasion, entries } = useLoaderData<typeof loader>()
  return (
    <ProgramView
      back={{ to: paths.teacherOccasion(occasion.id), label: occasion.title }}
      occasion={occasion}
      entries={entries}
    />
  )
}
