import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErasureView } from "~/components/overview/erasure/erasure-view"
import { pageTitle } from "~/components/shell/frame"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { paths } from "~/utils/paths"
import { eraseFound, findToErase } from "./erase-staff.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  return findToErase(actor, "teacher", params.teacherId)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  return eraseFound(actor, request, { noun: "teacher", id: params.teacherId, back: paths.teachers() })
}

export const meta = pageTitle<typeof loader>((data) => `Erase ${data.name}`, "Erase a teacher")

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
