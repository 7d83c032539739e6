import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { SelectField } from "~/components/form/choice-fields"
import { DateField, Field } from "~/components/form/field"
import { FormPage } from "~/components/form/form-page"
import { PostForm } from "~/components/form/post-form"
import { SubmitRow } from "~/components/form/submit-button"
import { ChooseFamily } from "~/components/money/package/choose-family"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { requireLivingFamily } from "~/http/living-family.server"
import { readForm } from "~/http/read-form.server"
import { invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { readNameWish } from "~/models/foundation/name-choice/name-offer"
import { stockLevel } from "~/models/money/material/material"
import { SellMaterialForm } from "~/models/money/material/material-forms"
import { listMaterials } from "~/models/money/material/materials.server"
import { sellMaterial } from "~/models/money/material/sell-material.server"
import { offerFamilyNames } from "~/models/people/family/family-choices.server"
import { type SaleRefusal, saleRefusals } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { formatNumber } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const { searchParams } = new URL(request.url)
  const familyId = searchParams.get("family")
  const family = familyId ? await requireLivingFamily(actor, familyId) : null
  return {
    families: family ? null : offerFamilyNames(actor, readNameWish(searchParams, "family")),
    family: family ? { id: family.id, name: family.name } : null,
    holders: family
      ? [
          ...family.students.map(({ id, firstName }) => ({ value: id, label: firstName })),
          { value: "family", label: "The family" },
        ]
      : [],
    materials: listMaterials(actor)
      .filter(({ isArchived }) => !isArchived)
      .map(({ id, name, priceMinor, stock }) => ({
        value: id,
        label: [name, formatMoney(priceMinor, actor.school.currency), stockText(stock)]
          .filter(Boolean)
          .join(", "),
      })),
    holder: searchParams.get("student"),
    today: todayOf(actor),
    formKey: newId(),
  }
}

function stockText(stock: number | null): string | null {
  if (stock === null) return null
  return stockLevel(stock) === "none" ? "out of stock" : `${formatNumber(stock)} in stock`
}

const fields: Record<SaleRefusal, string> = {
  "material-unknown": "material",
  "family-unknown": "form",
  "student-unknown": "holder",
  "too-few": "quantity",
  "not-a-day": "soldOn",
  closed: "soldOn",
  "sent-before": "form",
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const family = await requireLivingFamily(actor, new URL(request.url).searchParams.get("family"))
  const submission = readForm(await request.formData(), { schema: SellMaterialForm })
  if (submission.status !== "success") return invalid(submission)
  const { material, holder, ...sale } = submission.value
  const sold = sellMaterial(actor, {
    ...sale,
    materialId: material,
    familyId: family.id,
    studentId: holder === "family" ? null : holder,
  })
  if (!sold.ok) {
    const text =
      sold.reason === "too-few"
        ? sold.left === 0
          ? "This material is out of stock."
          : `Only ${formatNumber(sold.left ?? 0)} in stock. Enter a smaller number.`
        : saleRefusals[sold.reason]
    return invalid(submission, { [fields[sold.reason]]: text }, 409)
  }
  const isLow = sold.left !== null && stockLevel(sold.left) !== "enough"
  const warning = isLow ? ` ${formatNumber(sold.left ?? 0)} left in stock.` : ""
  return redirectWithToast(paths.family(family.id), `${sold.name} sold and ready to invoice.${warning}`)
}

export const shouldRevalidate = alsoWhenRefused

export const meta: MetaFunction = () => [{ title: "Sell a material · Tutti" }]

export default function SellMaterial() {
  const { families, family, holders, materials, holder, today: day, formKey } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const [form, meta] = useForm<Record<"material" | "quantity" | "holder" | "soldOn" | "formKey", string>>({
    id: "sell-material",
    lastResult: result,
    defaultValue: { holder: holder ?? holders[0]?.value, quantity: "1", soldOn: day, formKey },
  })
  return (
    <FormPage
      form={form}
      back={
        family
          ? { to: paths.family(family.id), label: family.name }
          : { to: paths.materials(), label: "Materials" }
      }
      title="Sell a material"
      expression={family?.name}
    >
      {materials.length === 0 ? (
        <EmptyState action={<Link to={paths.materials()}>Set up materials</Link>}>
          You don’t sell any materials yet.
        </EmptyState>
      ) : family ? (
        <PostForm className="form" {...getFormProps(form)}>
          <input type="hidden" name="formKey" value={formKey} />
          <SelectField meta={meta.material} label="Material" prompt="Choose a material" choices={materials} />
          <Field meta={meta.quantity} label="Quantity" inputMode="numeric" maxLength={4} />
          <SelectField meta={meta.holder} label="For" choices={holders} />
          <DateField meta={meta.soldOn} label="Sold on" hint="It’s charged on this day." max={day} />
          <SubmitRow label="Sell material" pending="Selling…" />
        </PostForm>
      ) : (
        <ChooseFamily families={families} />
      )}
    </FormPage>
  )
}
