import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Catalog } from "~/components/form/catalog"
import { Field, SelectField } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"
import { notFound, requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { taxChoiceOf, taxChoices } from "~/models/accounts/tax/tax"
import { listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import { type Material, stockLevel } from "~/models/money/material/material"
import { MaterialForm } from "~/models/money/material/material-forms"
import { archiveMaterial, listMaterials, saveMaterial } from "~/models/money/material/materials.server"
import { materialRefusals } from "~/texts/money/refusals"
import { formatNumber } from "~/utils/formats"
import { formatMoney, plainAmount } from "~/utils/money"
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

export const { handle, meta } = framed({
  tab: "materials",
  title: "Materials",
  head: () => ({ expression: "books, strings and what else you sell" }),
})

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

const materialFormId = "material"

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type MaterialListProps = Loaded & { result?: SubmissionResult }

/** The catalogue: what is sold with its price and stock. */
function MaterialList({ materials, editing, result, ...form }: MaterialListProps) {
  return (
    <section className="section" aria-labelledby="materials-title">
      <header>
        <h2 id="materials-title">For sale</h2>
        {materials.some(({ isArchived }) => !isArchived) ? (
          <LinkButton to={paths.sellMaterial()}>Sell a material</LinkButton>
        ) : null}
      </header>
      <Catalog
        rows={materials}
        empty={<EmptyState>No materials yet. Add one, then sell it to a student or family.</EmptyState>}
        editing={editing}
        isRefused={result !== undefined}
        facts={({ name, stock, priceMinor }) => (
          <>
            <span className="flex-1">
              <b>{name}</b>
              <br />
              <span className="small dim">
                <Stock stock={stock} />
              </span>
            </span>{" "}
            <span className="numeric">{formatMoney(priceMinor, form.currency)}</span>
          </>
        )}
        form={(material) => <OneMaterial material={material} result={result} {...form} />}
        at={paths.materials}
        field="material"
        add="Add a material"
        archived={["archived material"]}
        archive="Stop selling"
        restore="Sell again"
      />
    </section>
  )
}

function Stock({ stock }: { stock: number | null }) {
  const text = stock === null ? "Stock not counted" : `${formatNumber(stock)} in stock`
  switch (stockLevel(stock)) {
    case "none":
      return <Status tone="bad">Out of stock</Status>
    case "low":
      return (
        <Status head="half" tone="warn">
          Low: {text}
        </Status>
      )
    default:
      return text
  }
}

type OneMaterialProps = Pick<MaterialListProps, "taxes" | "currency" | "result"> & { material?: Material }

function OneMaterial({ material, taxes, currency, result }: OneMaterialProps) {
  const [form, fields] = useForm<Record<"name" | "price" | "tax" | "stock", string>>({
    id: materialFormId,
    lastResult: result,
    defaultValue: material && {
      name: material.name,
      price: plainAmount(material.priceMinor),
      tax: taxChoiceOf(material),
      stock: material.stock === null ? "" : String(material.stock),
    },
  })
  return (
    <PostForm edits={material !== undefined} className="form grow" {...getFormProps(form)}>
      <div className="columns">
        <Field meta={fields.name} label="Name" hint="For example, Method book 1" maxLength={80} />
        <Field meta={fields.price} label={`Price in ${currency}`} inputMode="decimal" maxLength={20} />
        <Field
          meta={fields.stock}
          label="In stock"
          hint="Leave blank if you don’t count it."
          optional
          inputMode="numeric"
          maxLength={6}
        />
        {taxes.length > 0 ? <SelectField meta={fields.tax} label="Tax" choices={taxes} /> : null}
      </div>
      <SubmitRow
        label={material ? "Save material" : "Add material"}
        intent="save"
        variant="secondary"
        pending="Saving…"
        cancel={material ? paths.materials() : null}
      />
    </PostForm>
  )
}
