import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { FocusFirst } from "~/components/form/focus-first"
import { invoiceFormId, NewInvoiceForm } from "~/components/money/invoice/new-invoice-form"
import { PeriodForm } from "~/components/money/invoice/period-form"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/empty-state"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { requireLivingFamily } from "~/http/living-family.server"
import { orNotFound } from "~/http/responses.server"
import { taxChoices } from "~/models/accounts/tax/tax"
import { listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import { may } from "~/models/foundation/access/permissions"
import { readNameWish } from "~/models/foundation/name-choice/name-offer"
import { offerBillableFamilies } from "~/models/money/invoice/billable-families.server"
import { tellsHowToPay } from "~/models/money/invoice/how-to-pay.server"
import { findNewInvoice } from "~/models/money/invoice/new-invoice.server"
import { todayOf } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { actOnNewInvoice } from "./new-invoice-acts.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const { searchParams } = new URL(request.url)
  const page = {
    currency: actor.school.currency,
    taxes: taxChoices(listTaxRates(actor)),
    maySetPrices: may(actor, "class:price"),
    noWayToPay: tellsHowToPay(actor) ? undefined : { mayOpenSettings: may(actor, "school:settings") },
    today: todayOf(actor),
  }
  const { search } = readNameWish(searchParams, "family")
  if (!searchParams.get("family") && !searchParams.get("draft"))
    return {
      ...page,
      families: offerBillableFamilies(actor, { search, chosen: "" }),
      invoice: null,
      students: [],
    }
  const invoice = orNotFound(findNewInvoice(actor, searchParams))
  const { students } = await requireLivingFamily(actor, invoice.family.id)
  const families = offerBillableFamilies(actor, { search, chosen: invoice.family.id })
  return {
    ...page,
    families,
    invoice,
    students: students.map(({ id, firstName }) => ({ id, name: firstName })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const invoice = orNotFound(findNewInvoice(actor, new URL(request.url).searchParams))
  await requireLivingFamily(actor, invoice.family.id)
  return actOnNewInvoice(actor, invoice, await request.formData())
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.invoice?.draftId ? "Edit draft invoice · Tutti" : "New invoice · Tutti" },
]

export default function NewInvoicePage() {
  const { families, invoice, students, taxes, maySetPrices, noWayToPay, currency, today } =
    useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const dueOn = result?.initialValue?.dueOn
  return (
    <div className="stack">
      <AnswerSummary formId={invoiceFormId} result={result} />
      <PageHead
        back={
          invoice?.isFromReady
            ? { to: paths.unbilled(), label: "Ready to invoice" }
            : { to: paths.billing(), label: "Invoices" }
        }
        title={invoice?.draftId ? "Edit draft invoice" : "New invoice"}
        actions={<p className="dim">Its number is assigned when you send it.</p>}
      />
      <PeriodForm
        families={families}
        familyId={invoice?.family.id}
        from={invoice?.from}
        to={invoice?.to}
        dueOn={typeof dueOn === "string" ? dueOn : invoice?.dueOn}
        draftId={invoice?.draftId}
        isFromReady={invoice?.isFromReady}
        invoiceFormId={invoiceFormId}
        dueProblem={result?.error?.dueOn?.join(" ")}
      />
      {invoice && !invoice.isPeriod ? (
        <Callout tone="red">
          <p>Enter a start date on or before the end date. The default period is shown instead.</p>
        </Callout>
      ) : null}
      {invoice ? (
        <NewInvoiceForm
          key={[invoice.family.id, invoice.draftId, ...Object.values(invoice.typed)].join(" ")}
          {...invoice}
          isDraft={invoice.draftId !== undefined}
          familyId={invoice.family.id}
          students={students}
          taxes={taxes}
          maySetPrices={maySetPrices}
          noWayToPay={noWayToPay}
          today={today}
          currency={currency}
          result={result}
        />
      ) : (
        <EmptyState>
          <FocusFirst id="family" />
          Choose a family to review its charges.
        </EmptyState>
      )}
    </div>
  )
}
