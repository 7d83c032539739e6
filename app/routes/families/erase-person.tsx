import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErasureView } from "~/components/overview/erasure/erasure-view"
import { pageTitle } from "~/components/shell/frame"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { type ErasurePreview, erasedNouns } from "~/models/overview/erasure/erasure"
import { eraseFirst, eraseForm } from "~/models/overview/erasure/erasure-form"
import { previewErasure } from "~/models/overview/erasure/preview-erasure.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  return found(actor, request)
}

function found(actor: Actor, request: Request): ErasurePreview {
  const query = new URL(request.url).searchParams
  const noun = erasedNouns.find((known) => known === query.get("noun"))
  const preview = orNotFound(noun && previewErasure(actor, noun, query.get("id") ?? ""))
  return preview
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const { noun, id, name } = found(actor, request)
  const submission = readForm(await request.formData(), { schema: eraseForm(name) })
  if (submission.status !== "success") return invalid(submission)
  const erased = erasePerson(actor, noun, id)
  if (!erased.ok) return invalid(submission, { form: eraseFirst }, 409)
  return redirectWithToast(paths.familyRecord(erased.familyId), "Personal data erased.")
}

export const meta = pageTitle<typeof loader>((data) => `Erase ${data.name}`, "Erase a person")

export default function ErasePerson() {
  const found = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <div className="stack narrow">
      <PageHead
        back={{ to: paths.familyData(found.familyId), label: "Data" }}
        title={`Erase ${found.name}`}
        expression="You can’t undo this."
      />
      <ErasureView {...found} result={result} />
    </div>
  )
}
