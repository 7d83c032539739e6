import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { ProgramView } from "~/components/teaching/occasion/program-view"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { findOccasion } from "~/models/teaching/occasion/find-occasion.server"
import { listProgram } from "~/models/teaching/occasion/program.server"
import { paths } from "~/utils/paths"

/** The program to print. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const found = findOccasion(actor, params.occasionId ?? "")
  if (!found) throw notFound()
  const { id, title, localDate, startTime, endTime, where } = found
  return {
    occasion: { id, title, localDate, startTime, endTime, where },
    entries: listProgram(actor, id),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: found ? `Program to print, ${found.occasion.title} · Tutti` : "Not found · Tutti" },
]

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
