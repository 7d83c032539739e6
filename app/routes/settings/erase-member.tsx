import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErasureView } from "~/components/overview/erasure/erasure-view"
import type { FramedPage } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { eraseStaff } from "~/models/overview/erasure/erase-staff.server"
import { eraseFirst, eraseForm } from "~/models/overview/erasure/erasure-form"
import { previewStaff } from "~/models/overview/erasure/preview-staff.server"
import { paths } from "~/utils/paths"

/** Of the team those without lessons of their own, but for the plan's administrator. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "team:manage")
  return found(actor, params.memberId)
}

function found(actor: Actor, memberId = "") {
  const effect = previewStaff(actor, "member", memberId)
  if (!effect) throw notFound()
  return { id: memberId, ...effect }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "team:manage")
  const { id, name } = found(actor, params.memberId)
  const submission = readForm(await request.formData(), { schema: eraseForm(name) })
  if (submission.status !== "success") return invalid(submission)
  const erased = eraseStaff(actor, "member", id)
  if (erased.ok) return redirectWithToast(paths.team(), "Personal data erased.")
  if (erased.reason === "not-found") throw notFound()
  return invalid(submission, { form: eraseFirst }, 409)
}

export const handle: FramedPage<typeof loader> = {
  title: "Erase a member",
  head: ({ name }) => ({
    title: `Erase ${name}`,
    expression: "You can’t undo this.",
    back: { to: paths.team(), label: "Team" },
  }),
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Erase ${data?.name ?? "a member"} · Tutti` },
]

export default function EraseMember() {
  const member = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return <ErasureView {...member} result={result} />
}
