import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { RenewButton } from "~/components/money/package/packages"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import { LedgerList } from "~/components/ui/ledger-list"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { findSale } from "~/models/money/agreed-amount/find-agreed.server"
import { endPackage } from "~/models/money/package/end-package.server"
import { endedRestText, lessonsText, restLabels } from "~/models/money/package/package"
import { listGivenRest, listPackageCredits } from "~/models/money/package/package-credits.server"
import { EndPackageForm } from "~/models/money/package/package-forms"
import { findPackage } from "~/models/money/package/packages.server"
import { renewPackage } from "~/models/money/package/sell-package.server"
import { nameWithClass } from "~/models/people/student/class-title"
import { endPackageRefusals, sellRefusals } from "~/texts/money/refusals"
import { countOf, formatDate } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const bought = orNotFound(findPackage(actor, params.packageId ?? ""))
  const sale = findSale(actor, bought.id)
  return {
    bought,
    sale,
    credits: sale?.isInvoiced ? listPackageCredits(actor, sale.chargeId) : [],
    rests: listGivenRest(actor, bought.id),
    currency: actor.school.currency,
    formKey: newId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const bought = orNotFound(findPackage(actor, params.packageId ?? ""))
  return intents(request, paths.package(bought.id), {
    renew: act({
      run: (form) => renewPackage(actor, bought.id, idIn(form, "formKey") || newId()),
      refusals: sellRefusals,
      saved: ({ name, packageId, covered }) => ({
        title: `${name} sold again and ready to invoice.`,
        // Once lessons are taken from it, it is more than a sale that ends.
        ...(covered === 0
          ? { undo: { to: paths.package(packageId), fields: { reason: "Renewed by mistake" } } }
          : {}),
      }),
      to: ({ packageId }) => paths.package(packageId),
    }),
    else: intent({
      schema: EndPackageForm,
      run: ({ reason }) => endPackage(actor, bought.id, reason),
      status: 409,
      refusals: endPackageRefusals,
      saved: ({ name, rest }) =>
        rest === null
          ? `${name} ended and its charge removed.`
          : `${name} ended. ${endedRestText(rest, (minor) => formatMoney(minor, actor.school.currency))}`,
    }),
  })
}

export const meta = pageTitle<typeof loader>(
  ({ bought }) => `${bought.name}, ${bought.studentName ?? bought.familyName}`,
)

export default function PackagePage() {
  const { bought, sale, credits, rests, currency, formKey } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const [form, fields] = useForm<{ reason: string }>({ id: "end-package", lastResult: result })
  const { taken } = bought
  return (
    <div className="stack narrow">
      <ErrorSummary form={form} />
      <PageHead
        back={{ to: paths.packages(), label: "Packages" }}
        title={bought.name}
        expression={bought.studentName ?? `${bought.familyName}, whole family`}
        actions={<RenewButton bought={bought} formKey={formKey} />}
      />
      <LedgerList
        facts
        rows={[
          { label: "Family", amount: <Link to={paths.family(bought.familyId)}>{bought.familyName}</Link> },
          { label: "Price", amount: formatMoney(bought.priceMinor, currency) },
          ...(sale ? [{ label: "Charge", amount: <SaleCharge sale={sale} /> }] : []),
          ...credits.map((credit) => ({
            label: "Credited",
            amount: <CreditLine credit={credit} currency={currency} />,
          })),
          ...rests.map((rest) => ({
            label: rest.amountMinor < 0 ? "Given back" : "Charged again",
            amount: <RestLine rest={rest} currency={currency} />,
          })),
          { label: "Sold", amount: formatDate(bought.soldOn, "full") },
          {
            label: "Valid until",
            amount: bought.expiresOn ? formatDate(bought.expiresOn, "full") : "No end date",
          },
          { label: "At its end", amount: restLabels[bought.restRule] },
        ]}
        total={{ label: "Left", amount: `${lessonsText(bought.leftUnits)} of ${bought.lessons}` }}
      />
      {bought.endReason ? <CalloutText>Ended: {bought.endReason}</CalloutText> : null}
      <section className="section" aria-labelledby="taken-title">
        <h2 id="taken-title">{taken.length === 0 ? "Lessons" : countOf(taken.length, "lesson")}</h2>
        {taken.length === 0 ? (
          <EmptyState>No lessons taken yet.</EmptyState>
        ) : (
          <ul className="rows">
            {taken.map(({ seatId, sessionId, localDate, className, studentName, units }) => (
              <li key={seatId}>
                <span>
                  <Link to={paths.session(sessionId)}>{formatDate(localDate, "short")}</Link>,{" "}
                  {nameWithClass(studentName, className)}
                </span>{" "}
                <span className="numeric">{lessonsText(units)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
      {bought.endReason ? null : (
        <details className="form-disclosure" open={result !== undefined}>
          <summary className="button">End package</summary>
          <p className="small dim">
            If no lesson was taken and it isn’t invoiced, its charge is removed. Otherwise:{" "}
            {restLabels[bought.restRule].toLowerCase()}.
          </p>
          <PostForm className="form" {...getFormProps(form)}>
            <Field meta={fields.reason} label="Reason" maxLength={200} />
            <SubmitRow label="End package" intent="end" variant="danger-primary" pending="Ending…" />
          </PostForm>
        </details>
      )}
    </div>
  )
}

/** What it is charged with, and the way to another amount while it is on no invoice. */
function SaleCharge({
  sale,
}: {
  sale: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["sale"]>
}) {
  const { chargeId, amountMinor, usualMinor, isInvoiced, invoice, withdrawnReason } = sale
  const { currency } = useLoaderData<typeof loader>()
  if (withdrawnReason !== null) return `None. ${withdrawnReason}`
  return (
    <>
      {formatMoney(amountMinor, currency)}
      {usualMinor === null ? "" : ", changed by hand"}
      {isInvoiced ? ", invoiced" : ", not invoiced yet "}
      {isInvoiced ? null : <Link to={paths.charge(chargeId)}>Edit charge</Link>}
      {invoice ? (
        <>
          {" "}
          on <Link to={paths.invoice(invoice.id)}>{invoice.number}</Link>
        </>
      ) : null}
    </>
  )
}

type Paper = { id: string; number: string }

/** What a credit note took off the price. */
function CreditLine({ credit, currency }: { credit: Paper & { amountMinor: number }; currency: string }) {
  return (
    <>
      {formatMoney(credit.amountMinor, currency)} on{" "}
      <Link to={paths.creditNote(credit.id)}>{credit.number}</Link>
    </>
  )
}

type RestLineProps = {
  rest: { amountMinor: number; invoice: Paper | null; note: Paper | null }
  currency: string
}

/** What was given back for the lessons left at its end, or charged again since, and on which paper. */
function RestLine({ rest: { amountMinor, invoice, note }, currency }: RestLineProps) {
  const amount = formatMoney(Math.abs(amountMinor), currency)
  if (note)
    return (
      <>
        {amount} on <Link to={paths.creditNote(note.id)}>{note.number}</Link>
      </>
    )
  if (!invoice) return `${amount}, not invoiced yet`
  return (
    <>
      {amount} on <Link to={paths.invoice(invoice.id)}>{invoice.number}</Link>
    </>
  )
}
