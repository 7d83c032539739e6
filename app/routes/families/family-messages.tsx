import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FamilyTalks } from "~/components/overview/record/family-talks"
import { familyFrame } from "~/components/people/family/family-frame"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { orNotFound, requireMember } from "~/http/guards.server"
import { familyOfPage } from "~/http/page-reads.server"
import { readTalks } from "./family-talks.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const family = orNotFound(familyOfPage(actor, params.familyId ?? ""))
  return readTalks(actor, family.id, request)
}

export const handle: FramedPage = { tab: "messages" }

export const meta = frameTitle(familyFrame, (family) => `Messages with ${family.name}`)

export default function FamilyMessages() {
  const { studentId } = useLoadedFrame(familyFrame)
  const found = useLoaderData<typeof loader>()
  return <FamilyTalks {...found} to={studentId ? `student:${studentId}` : ""} />
}
