import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { SelectField } from "~/components/form/field"
import { FormPage } from "~/components/form/form-page"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { offerText } from "~/components/money/package/offer-part"
import { pageTitle } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { FactList } from "~/components/ui/fact-list"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { usualDueDay } from "~/models/money/invoice/new-invoice.server"
import { buyPackage, findPackageToBuy, listHolders } from "~/models/money/package-purchase/buy-package.server"
import { buyRefusals } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { BuyPackageForm } from "./buy-package-form.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:pay")
  const offer = orNotFound(findPackageToBuy(actor, params.offerId ?? ""))
  if (offer === "gone") throw redirect(paths.studentPackages())
  const holders = listHolders(actor, offer)
  const families = [...new Map(holders.map((each) => [each.familyId, each])).values()]
  return {
    offer,
    holders: holders.map(({ value, firstName, familyName }) => ({
      value,
      label: firstName ?? (families.length > 1 ? `All children of ${familyName}` : "All children"),
    })),
    payers: families.map(({ familyName, payers }) =>
      families.length > 1 ? `${familyName}: ${joinNames(payers)}` : joinNames(payers),
    ),
    currency: actor.school.currency,
    expiresOn: offer.validDays === null ? null : addDays(todayOf(actor), offer.validDays),
    dueOn: usualDueDay(actor),
    refusal: buyRefusals[listHolders(actor).length > 0 ? "not-used" : "former"],
    formKey: newId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:pay")
  const offerId = params.offerId ?? ""
  if (!findPackageToBuy(actor, offerId)) throw notFound()
  return intents(request, paths.studentPackages(), {
    else: intent({
      schema: BuyPackageForm,
      run: (form) => buyPackage(actor, { ...form, offerId }),
      field: { "holder-unknown": "holder", former: "holder", "not-used": "holder" },
      status: 409,
      refusals: { ...buyRefusals, "not-found": 404, "offer-gone": { title: buyRefusals["offer-gone"] } },
      to: ({ invoiceId }) => (invoiceId === null ? paths.studentInvoices() : paths.studentInvoice(invoiceId)),
      saved: ({ name }) => `${name} bought.`,
    }),
  })
}

export const shouldRevalidate = alsoWhenRefused

export const meta = pageTitle<typeof loader>((data) => `Buy ${data.offer.name}`)

export default function BuyPackage() {
  const { offer, holders, payers, currency, expiresOn, dueOn, refusal, formKey } =
    useLoaderData<typeof loader>()
  const [form, fields] = useForm<{ holder: string }>({
    id: "buy-package",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: { holder: holders[0]?.value },
  })
  const price = formatMoney(offer.grossMinor, currency)
  return (
    <FormPage
      form={form}
      back={{ to: paths.studentPackages(), label: "Packages" }}
      title={`Buy ${offer.name}`}
      expression={price}
    >
      <p>{offerText(offer)}</p>
      {holders.length === 0 ? (
        <CalloutText>
          {refusal} <Link to={paths.newMessage({ to: "office" })}>Write to the school</Link>
        </CalloutText>
      ) : (
        <PostForm className="form" {...getFormProps(form)} sends={{ formKey, price: offer.grossMinor }}>
          <SelectField meta={fields.holder} label="For" choices={holders} />
          <FactList
            facts={[
              ["Price", price],
              ["Invoice", `today, due ${formatDate(dueOn, "medium")}`],
              ["Paid by", joinNames(payers)],
              ...(expiresOn ? [["Last day to use it", formatDate(expiresOn, "medium")] as const] : []),
            ]}
          />
          <SubmitRow label={`Buy for ${price}`} pending="Buying…" cancel={paths.studentPackages()} />
          <p className="small dim">You can pay on the invoice right after that.</p>
        </PostForm>
      )}
    </FormPage>
  )
}
