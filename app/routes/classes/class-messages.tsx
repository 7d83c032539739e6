import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FamilyTalks } from "~/components/overview/record/family-talks"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { classFrame } from "~/components/teaching/class/class-frame"
import { orNotFound, requireMember } from "~/http/guards.server"
import { classOfPage } from "~/http/page-reads.server"
import { may } from "~/models/foundation/access/permissions"
import { readClassTalks } from "../families/family-talks.server"

/** Who may write to everyone and sees classes: a member with one of these rights alone finds neither tab nor page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "message:all")
  const found = orNotFound(may(actor, "class:read") ? classOfPage(actor, params.classId ?? "") : undefined)
  return readClassTalks(actor, found, request)
}

export const handle: FramedPage = { tab: "messages" }

export const meta = frameTitle(classFrame, (found) => `Messages with ${found.name}`)

export default function ClassMessages() {
  const { id, isOver } = useLoadedFrame(classFrame)
  const found = useLoaderData<typeof loader>()
  return <FamilyTalks {...found} of="class" to={isOver ? null : `class:${id}`} />
}
