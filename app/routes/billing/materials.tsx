import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { MaterialList, materialFormId } from "~/components/money/material/material-list"
import type { FramedPage } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { notFound } from "~/http/responses.server"
import { taxChoices } from "~/models/accounts/tax/tax"
import { listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import { MaterialForm } from "~/models/money/material/material-forms"
import { archiveMaterial, listMaterials, saveMaterial } from "~/models/money/material/materials.server"
import { materialRefusals } from "~/texts/money/refusals"
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

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const editing = new URL(request.url).searchParams.get("edit") ?? undefined
  const archive = (isArchived: boolean) =>
    act({
      run: (form) => archiveMaterial(actor, idIn(form, "material"), isArchived),
      saved: ({ name }) => (isArchived ? `${name} is no longer sold.` : `${name} is sold again.`),
    })
  return intents(request, paths.materials(), {
    save: intent({
      schema: MaterialForm,
      run: (material) => saveMaterial(actor, material, editing),
      field: { "name-taken": "name", "tax-unknown": "tax" },
      status: 409,
      refusals: {
        "name-taken": materialRefusals["name-taken"],
        "tax-unknown": materialRefusals["tax-unknown"],
      },
      saved: (_, { name }) => (editing ? `${name} saved.` : `${name} added.`),
    }),
    archive: archive(true),
    restore: archive(false),
  })
}

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
