import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DateField, Field, SelectField } from "~/components/form/field"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { SalePage } from "~/components/money/package/choose-family"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { stockLevel } from "~/models/money/material/material"
import { SellMaterialForm } from "~/models/money/material/material-forms"
import { listMaterials, sellMaterial } from "~/models/money/material/materials.server"
import { saleRefusals } from "~/texts/money/refusals"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { familyOfSale, readSale } from "./sale-family.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  return {
    ...(await readSale(actor, request, "The family")),
    materials: listMaterials(actor)
      .filter(({ isArchived }) => !isArchived)
      .map(({ id, name, priceMinor, stock }) => ({
        value: id,
        label: [name, formatMoney(priceMinor, actor.school.currency), stockText(stock)]
          .filter(Boolean)
          .join(", "),
      })),
  }
}

function stockText(stock: number | null): string | null {
  if (stock === null) return null
  return stockLevel(stock) === "none" ? "out of stock" : `${formatNumber(stock)} in stock`
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const { id: familyId } = await familyOfSale(actor, request)
  return intents(request, paths.family(familyId), {
    else: intent({
      schema: SellMaterialForm,
      run: ({ material: materialId, holder, ...sale }) =>
        sellMaterial(actor, {
          ...sale,
          materialId,
          familyId,
          studentId: holder === "family" ? null : holder,
        }),
      field: {
        "material-unknown": "material",
        "student-unknown": "holder",
        "too-few": "quantity",
        "not-a-day": "soldOn",
        closed: "soldOn",
      },
      status: 409,
      refusals: {
        ...saleRefusals,
        "too-few": ({ left = 0 }) =>
          left === 0
            ? "This material is out of stock."
            : `Only ${formatNumber(left)} in stock. Enter a smaller number.`,
      },
      saved: ({ name, left }) => {
        const isLow = left !== null && stockLevel(left) !== "enough"
        return `${name} sold and ready to invoice.${isLow ? ` ${formatNumber(left)} left in stock.` : ""}`
      },
    }),
  })
}

export const shouldRevalidate = alsoWhenRefused

export const meta: MetaFunction = () => [{ title: "Sell a material · Tutti" }]

export default function SellMaterial() {
  const { materials, holders, holder, today: day, formKey, ...sale } = useLoaderData<typeof loader>()
  const [form, meta] = useForm<Record<"material" | "quantity" | "holder" | "soldOn" | "formKey", string>>({
    id: "sell-material",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: { holder, quantity: "1", soldOn: day, formKey },
  })
  return (
    <SalePage
      {...sale}
      form={form}
      title="Sell a material"
      back={{ to: paths.materials(), label: "Materials" }}
      empty={
        materials.length > 0 ? undefined : (
          <EmptyState action={<Link to={paths.materials()}>Set up materials</Link>}>
            You don’t sell any materials yet.
          </EmptyState>
        )
      }
    >
      <PostForm className="form" {...getFormProps(form)} sends={{ formKey }}>
        <SelectField meta={meta.material} label="Material" prompt="Choose a material" choices={materials} />
        <Field meta={meta.quantity} label="Quantity" inputMode="numeric" maxLength={4} />
        <SelectField meta={meta.holder} label="For" choices={holders} />
        <DateField meta={meta.soldOn} label="Sold on" hint="It’s charged on this day." max={day} />
        <SubmitRow label="Sell material" pending="Selling…" />
      </PostForm>
    </SalePage>
  )
}
