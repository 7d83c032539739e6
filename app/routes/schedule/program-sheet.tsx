import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { pageTitle } from "~/components/shell/frame"
import { ProgramView } from "~/components/teaching/occasion/program-view"
import { orNotFound, requireMember } from "~/http/guards.server"
import { findOccasion } from "~/models/teaching/occasion/find-occasion.server"
import { listProgram } from "~/models/teaching/occasion/program.server"
import { paths } from "~/utils/paths"

/** The program to print. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const found = orNotFound(findOccasion(actor, params.occasionId ?? ""))
  const { id, title, localDate, startTime, endTime, where } = found
  return {
    occasion: { id, title, localDate, startTime, endTime, where },
    entries: listProgram(actor, id),
  }
}

export const meta = pageTitle<typeof loader>((found) => `Program to print, ${found.occasion.title}`)

export default function ProgramSheet() {
  const { occasion, entries } = useLoaderData<typeof loader>()
  return (
    <ProgramView
      back={{ to: paths.program(occasion.id), label: "Program" }}
      occasion={occasion}
      entries={entries}
    />
  )
}
