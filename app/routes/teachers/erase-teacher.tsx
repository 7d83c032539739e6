import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErasureView } from "~/components/overview/erasure/erasure-view"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { eraseStaff } from "~/models/overview/erasure/erase-staff.server"
import { eraseFirst, eraseForm } from "~/models/overview/erasure/erasure-form"
import { previewStaff } from "~/models/overview/erasure/preview-staff.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  return found(actor, params.teacherId)
}

function found(actor: Actor, teacherId = "") {
  const effect = previewStaff(actor, "teacher", teacherId)
  if (!effect) throw notFound()
  return { id: teacherId, ...effect }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const { id, name } = found(actor, params.teacherId)
  const submission = readForm(await request.formData(), { schema: eraseForm(name) })
  if (submission.status !== "success") return invalid(submission)
  const erased = eraseStaff(actor, "teacher", id)
  if (erased.ok) return redirectWithToast(paths.teachers(), "Personal data erased.")
  if (erased.reason === "not-found") throw notFound()
  return invalid(submission, { form: eraseFirst }, 409)
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Erase ${data?.name ?? "a teacher"} · Tutti` },
]

export default function EraseTeacher() {
  const teacher = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <div className="stack narrow">
      <PageHead
        back={{ to: paths.teacher(teacher.id), label: teacher.name }}
        title={`Erase ${teacher.name}`}
        expression="You can’t undo this."
      />
      <ErasureView {...teacher} result={result} />
    </div>
  )
}
