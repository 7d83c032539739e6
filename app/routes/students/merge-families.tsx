import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { DiscountChoice } from "~/components/money/family-merge/discount-choice"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { compareFamilies } from "~/models/money/family-merge/compare-family.server"
import {
  type JoiningAccount as Account,
  type ComparedFamily,
  DiscountStays,
} from "~/models/money/family-merge/family-merge"
import { hasDiscountChoice, previewAccount } from "~/models/money/family-merge/join-discounts.server"
import { whyNotMerged } from "~/models/money/family-merge/merge-families.server"
import { runMerge } from "~/models/overview/bulk/run-selection.server"
import { mergeFamiliesRefusals } from "~/texts/money/refusals"
import { countOf, formatDate, formatNumber, formFor } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { fold, joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { addressInLine } from "~/utils/postal-address"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "family:merge")
  const query = new URL(request.url).searchParams
  const [keepId, goneId] = [query.get("keep") ?? "", query.get("gone") ?? ""]
  const compared = compareFamilies(actor, { keepId, goneId })
  if (!compared || keepId === goneId) throw notFound()
  const { keep, gone } = compared
  const refusal = whyNotMerged(actor, { keepId, goneId })
  return {
    keep,
    gone,
    refusal: refusal ? mergeFamiliesRefusals[refusal] : null,
    account: previewAccount(actor, { keepId, goneId }),
    currency: actor.school.currency,
    formKey: newId(),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "family:merge")
  const form = await request.formData()
  const facts = { keepId: String(form.get("keep") ?? ""), goneId: String(form.get("gone") ?? "") }
  const compared = orNotFound(compareFamilies(actor, facts))
  const refusal = whyNotMerged(actor, facts)
  // Sent again, the form of a merge that is done leads to its page.
  if (refusal && refusal !== "merged")
    return data({ problem: mergeFamiliesRefusals[refusal], discount: undefined }, { status: 409 })
  const discount = DiscountStays.optional().safeParse(form.get("discount") ?? undefined)
  if (!discount.success || (!discount.data && hasDiscountChoice(actor, facts)))
    return data({ problem: undefined, discount: "Choose whose discount stays." }, { status: 400 })
  const formKey = String(form.get("key") ?? "").slice(0, 64) || newId()
  const taskId = await runMerge(actor, {
    kind: "merge-families",
    facts: { ...facts, discount: discount.data },
    name: compared.gone.name,
    formKey,
  })
  return redirect(paths.task(taskId), 303)
}

export const meta: MetaFunction = () => [{ title: "Merge families · Tutti" }]

export default function MergeFamilies() {
  const { keep, gone, refusal, account, currency, formKey } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const problem = answer?.problem ?? refusal
  return (
    <div className="stack narrow">
      <PageHead
        back={{ to: paths.duplicates(), label: "Possible duplicates" }}
        title="Merge families"
        expression={`${gone.name} joins ${keep.name}`}
      />
      <FamilyComparison keep={keep} gone={gone} currency={currency} />
      <p>
        Students, guardians and everything on the account join the family you keep: items, invoices, payments,
        account credit and packages. Guardians who are in both stay once. Invoices keep their number and the
        name they were sent to.
      </p>
      <JoiningAccount
        account={account}
        balances={{ keepMinor: keep.balanceMinor, goneMinor: gone.balanceMinor }}
        currency={currency}
      />
      <PayersAfter keep={keep} gone={gone} />
      {gone.payers.length > 0 ? (
        <p>
          {joinNames(gone.payers.map(({ name }) => name))} {gone.payers.length === 1 ? "joins" : "join"} the
          payers of {keep.name} and {gone.payers.length === 1 ? "pays" : "pay"} nothing of new invoices until
          you say so under <Link to={paths.familyPayers(keep.id)}>Payers</Link>, unless that family has no
          payer yet. Each payer of {keep.name} then gets an invoice of their own.
        </p>
      ) : null}
      {problem ? (
        <Callout tone="red">
          <p role="alert">{problem}</p>
        </Callout>
      ) : null}
      <PostForm className="stack" sends={{ keep: keep.id, gone: gone.id, key: formKey }}>
        {refusal ? null : (
          <DiscountChoice keep={keep} gone={gone} discounts={account.discounts} problem={answer?.discount} />
        )}
        <div className="buttons">
          {refusal ? null : <SubmitButton pending="Merging…" label={`Merge into ${keep.name}`} />}
          <Link to={paths.mergeFamilies({ keep: gone.id, gone: keep.id })}>
            Keep the other family instead
          </Link>
        </div>
      </PostForm>
    </div>
  )
}

/** Who pays for all students from now on, and who doesn't anymore. */
function PayersAfter({ keep, gone }: { keep: ComparedFamily; gone: ComparedFamily }) {
  const [paying, paid] = [keep, gone].map(({ guardians }) =>
    guardians.filter(({ payerShare }) => payerShare > 0).map(({ name }) => name),
  ) as [string[], string[]]
  const known = new Set(keep.guardians.map(({ name }) => fold(name)))
  const losing = paid.filter((name) => !known.has(fold(name)))
  if (paying.length === 0 || losing.length === 0) return null
  return (
    <p>
      {joinNames(paying)} {formFor(paying.length, "pays", "pay")} the new invoices of all students from now
      on. {joinNames(losing)} paid for {joinNames(gone.students) || gone.name} and{" "}
      {formFor(losing.length, "pays", "pay")} nothing of new invoices until you say so under{" "}
      <Link to={paths.familyPayers(keep.id)}>Payers</Link>.
    </p>
  )
}

type FamilyComparisonProps = { keep: ComparedFamily; gone: ComparedFamily; currency: string }

/** Two families side by side: the one that is kept first. */
function FamilyComparison({ keep, gone, currency }: FamilyComparisonProps) {
  const rows: { label: string; of: (family: ComparedFamily) => ReactNode }[] = [
    { label: "Students", of: ({ students }) => joinNames(students) || "–" },
    {
      label: "Guardians",
      of: ({ guardians }) =>
        guardians
          .map(({ name, email, phone, hasAccess, payerShare }) =>
            [
              ...[name, email, phone, hasAccess ? "has portal access" : null],
              payerShare > 0 ? `pays ${formatNumber(payerShare / 100)}%` : null,
            ]
              .filter(Boolean)
              .join(", "),
          )
          .join("; ") || "–",
    },
    {
      label: "Other payers",
      of: ({ payers }) => payers.map(({ name, email }) => `${name}, ${email}`).join("; ") || "–",
    },
    { label: "Address", of: ({ address }) => addressInLine(address) || "–" },
    {
      label: "Balance",
      of: ({ id, name, balanceMinor }) => (
        <Link to={paths.family(id)} aria-label={`Balance of ${name}: ${formatMoney(balanceMinor, currency)}`}>
          {formatMoney(balanceMinor, currency)}
        </Link>
      ),
    },
  ]
  return (
    <DataTable
      caption="The two families"
      rows={rows}
      rowKey={({ label }) => label}
      terse="labelled"
      columns={[
        { label: "What", cell: ({ label }) => label },
        { label: `Keep: ${keep.name}`, cell: ({ of }) => of(keep) },
        { label: `Remove: ${gone.name}`, cell: ({ of }) => of(gone) },
      ]}
    />
  )
}

type JoiningAccountProps = {
  account: Account
  balances: { keepMinor: number; goneMinor: number }
  currency: string
}

/** What the merge does to the two accounts: only what there is to say of these. */
function JoiningAccount({ account, balances, currency }: JoiningAccountProps) {
  const texts = [...balanceTexts(account, balances, currency), ...ruleTexts(account)]
  return texts.length > 0 ? (
    <section className="section" aria-labelledby="joining-account">
      <h2 id="joining-account">One account</h2>
      <ul className="stack">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  ) : null
}

function balanceTexts(
  { open, hasCreditBeside, packages, drafts }: Account,
  { keepMinor, goneMinor }: JoiningAccountProps["balances"],
  currency: string,
): string[] {
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  const join = (count: number) => (count === 1 ? "joins" : "join")
  return [
    keepMinor !== 0 || goneMinor !== 0
      ? `The balances of ${money(keepMinor)} and ${money(goneMinor)} become one of ${money(keepMinor + goneMinor)}.`
      : "",
    open.count > 0
      ? `${countOf(open.count, "unpaid invoice")} of the family you remove ${join(open.count)}, with ${money(open.sumMinor)} due.`
      : "",
    drafts > 0
      ? `${countOf(drafts, "draft invoice")} of the family you remove ${join(drafts)}, addressed to the payers of the family you keep.`
      : "",
    hasCreditBeside
      ? "Account credit isn’t used for invoices already sent. You can apply it on the billing page of the family you keep."
      : "",
    packages > 0
      ? `${countOf(packages, "package")} of the family you remove ${join(packages)}. A package that isn’t for one student is then for the students of both.`
      : "",
  ].filter(Boolean)
}

function ruleTexts({ pause, hold, discounts, ...autoPay }: Account): string[] {
  const until = pause?.lastDay ? `through ${formatDate(pause.lastDay, "medium")}` : "until you resume them"
  return [
    ...discountTexts(discounts),
    pause ? `Reminders are paused for the whole family ${until}: ${pause.reason}` : "",
    hold ? `Automatic invoices are on hold for the whole family: ${hold.reason}` : "",
    ...autoPayTexts(autoPay),
  ].filter(Boolean)
}

/** Where both families have a discount, one of them is chosen in the form. */
function discountTexts({ keep, gone }: Account["discounts"]): string[] {
  if (keep.length > 0 && gone.length > 0) return []
  const isOne = keep.length + gone.length === 1
  return keep.length + gone.length === 0
    ? []
    : [
        `${isOne ? "A discount" : "Discounts"} of the family you ${gone.length > 0 ? "remove" : "keep"} ${isOne ? "is" : "are"} then for all students: ${[...keep, ...gone].join("; ")}.`,
      ]
}

type AutoPay = Pick<Account, "autoPayers" | "joiningAutoPayers" | "widenedAutoPayers">

function autoPayTexts({ autoPayers, joiningAutoPayers, widenedAutoPayers }: AutoPay): string[] {
  const many = (names: readonly string[], one: string, several: string) =>
    `${joinNames(names)} ${names.length === 1 ? one : several}`
  const also = "is charged automatically, too, and announced by email first."
  return [
    joiningAutoPayers.length > 0
      ? `${many(joiningAutoPayers, "goes on", "go on")} paying automatically for their own part of invoices, and of no one else’s.`
      : "",
    widenedAutoPayers.length > 0
      ? `The part of ${joinNames(widenedAutoPayers)} in unpaid invoices of the family you keep ${also}`
      : "",
    autoPayers.length > 0
      ? `${many(autoPayers, "pays", "pay")} automatically. Their part of the invoices that join ${also}`
      : "",
  ]
}
