import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErasureView } from "~/components/overview/erasure/erasure-view"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { paths } from "~/utils/paths"
import { eraseFound, findToErase } from "../teachers/erase-staff.server"

/** Of the team those without lessons of their own, but for the plan's administrator. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "team:manage")
  return findToErase(actor, "member", params.memberId)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "team:manage")
  return eraseFound(actor, request, { noun: "member", id: params.memberId, back: paths.team() })
}

export const handle: FramedPage<typeof loader> = {
  title: "Erase a member",
  head: ({ name }) => ({
    title: `Erase ${name}`,
    expression: "You can’t undo this.",
    back: { to: paths.team(), label: "Team" },
  }),
}

export const meta = pageTitle<typeof loader>((data) => `Erase ${data.name}`, "Erase a member")

export default function EraseMember() {
  const member = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return <ErasureView {...member} result={result} />
}
