import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { MaterialList, materialFormId } from "~/components/money/material/material-list"
import type { FramedPage } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { taxChoices } from "~/models/accounts/tax/tax"
import { listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import { type MaterialRefusal, materialRefusals } from "~/models/money/material/material"
import { MaterialForm } from "~/models/money/material/material-forms"
import { archiveMaterial, listMaterials, saveMaterial } from "~/models/money/material/materials.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const materials = listMaterials(actor)
  const editing = new URL(request.url).searchParams.get("edit")
  if (editing !== null && !materials.some(({ id }) => id === editing)) throw notFound()
  return {
    materials,
    editing,
    taxes: taxChoices(listTaxRates(actor)),
    currency: actor.school.currency,
  }
}

const fields: Record<MaterialRefusal, string> = {
  "name-taken": "name",
  "not-found": "form",
  "tax-unknown": "tax",
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const form = await request.formData()
  const intent = form.get("intent")
  switch (intent) {
    case "save": {
      const editing = new URL(request.url).searchParams.get("edit") ?? undefined
      const submission = readForm(form, { schema: MaterialForm })
      if (submission.status !== "success") return invalid(submission)
      const done = saveMaterial(actor, submission.value, editing)
      if (!done.ok && done.reason === "not-found") throw notFound()
      if (!done.ok) return invalid(submission, { [fields[done.reason]]: materialRefusals[done.reason] }, 409)
      return saved(editing ? `${submission.value.name} saved.` : `${submission.value.name} added.`)
    }
    case "archive":
    case "restore": {
      const isArchived = intent === "archive"
      const done = archiveMaterial(actor, String(form.get("material") ?? ""), isArchived)
      if (!done.ok) throw notFound()
      return saved(isArchived ? `${done.name} is no longer sold.` : `${done.name} is sold again.`)
    }
    default:
      throw notFound()
  }
}

const saved = (message: string) => redirectWithToast(paths.materials(), message)

export const handle: FramedPage = {
  tab: "materials",
  title: "Materials",
  head: () => ({ expression: "books, strings and what else you sell" }),
}

export const meta: MetaFunction = () => [{ title: "Materials · Tutti" }]

export default function Materials() {
  const { materials, editing, taxes, currency } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <AnswerSummary formId={materialFormId} result={result} />
      <MaterialList
        key={`${editing} ${materials.length}`}
        {...{ materials, editing, taxes, currency, result }}
      />
    </>
  )
}
