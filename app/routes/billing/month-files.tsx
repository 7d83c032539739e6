import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { PeriodLinks } from "~/components/overview/teacher-area/period-links"
import { framed } from "~/components/shell/frame"
import { chosenMonth } from "~/http/chosen-period"
import { requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { longestCode, usualCodes } from "~/models/money/accounting-file/account-codes"
import {
  changeAccountCodes,
  findAccountCodes,
  listTaxNames,
} from "~/models/money/accounting-file/account-codes.server"
import { AccountCodesForm } from "~/models/money/accounting-file/account-codes-form"
import { lastMonth } from "~/models/money/closing/closing.server"
import { cashUp } from "~/models/money/ledger/money-summary.server"
import { methodLabels, paymentMethods } from "~/models/money/payment/payment"
import { listVoucherDays } from "~/models/money/voucher/vouchers.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** The files of a month that an accounting program imports, and what it calls our accounts. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const present = lastMonth(actor)
  const month = chosenMonth(request, present)
  const codes = findAccountCodes(actor)
  const { first: from, last: to } = monthBounds(month)
  const moved = new Set([
    ...cashUp(actor, { from, to }).flatMap(({ byMethod }) => Object.keys(byMethod)),
    ...listVoucherDays(actor, { from, to }).map(({ method }) => method),
  ])
  return {
    month,
    methods: paymentMethods.filter((method) => moved.has(method)),
    present,
    before: monthOf(addMonths(`${month}-01`, -1)),
    after: monthOf(addMonths(`${month}-01`, 1)),
    heading: formatDate(`${month}-01`, "month"),
    codes: {
      sales: codes.get("sales") ?? usualCodes.sales,
      writeOff: codes.get("write-off") ?? usualCodes["write-off"],
      noTax: codes.get("no-tax") ?? usualCodes["no-tax"],
      tax: listTaxNames(actor).map((name) => ({ name, code: codes.get(name) ?? name })),
    },
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const submission = readForm(await request.formData(), { schema: AccountCodesForm })
  if (submission.status !== "success") return invalid(submission)
  const { sales, writeOff, noTax, tax } = submission.value
  const known = new Set(listTaxNames(actor))
  changeAccountCodes(
    actor,
    new Map([
      ["sales", sales],
      ["write-off", writeOff],
      ["no-tax", noTax],
      ...tax.flatMap(({ name, code }) => (known.has(name) ? [[name, code] as const] : [])),
    ]),
  )
  return redirectWithToast(
    paths.monthFiles({ month: chosenMonth(request, lastMonth(actor)) }),
    "Accounts saved.",
  )
}

export const { handle, meta } = framed<typeof loader>({
  tab: "month",
  title: "Files for your accountant",
  head: ({ heading, month }) => ({
    expression: heading,
    back: { to: paths.monthSheet({ month }), label: "Month end" },
  }),
})

export default function MonthFiles() {
  const { month, methods, present, before, after, codes } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const { first, last } = monthBounds(month)
  const to = (of: string) => paths.monthFiles({ month: of === present ? undefined : of })
  return (
    <>
      <AnswerSummary formId={codesFormId} result={result} />
      <PeriodLinks
        unit="month"
        previous={to(before)}
        today={to(present)}
        todayLabel="Last month"
        next={to(after)}
      />
      <p>
        These files have the layouts that Xero imports: sales invoices, and a bank statement for each payment
        method. Choose “Tax inclusive” when you import the sales. Expenses and other income are plain lists
        with the account of each category.
      </p>
      <ul className="rows">
        <li>
          <a href={paths.monthSalesFile(month)} download>
            Sales, credit notes and write-offs
          </a>
        </li>
        {methods.map((method) => (
          <li key={method}>
            <a href={paths.monthPaymentsFile(month, method)} download>
              Payments: {methodLabels[method]}
            </a>
          </li>
        ))}
        <li>
          <a href={paths.expensesFile({ from: first, to: last })} download>
            Expenses
          </a>
        </li>
        <li>
          <a href={paths.expensesFile({ from: first, to: last, kind: "income", vouchers: "with" })} download>
            Other income, expired gift vouchers included
          </a>
        </li>
      </ul>
      <section className="section narrow no-print" aria-labelledby="codes-title">
        <h2 id="codes-title">Accounts</h2>
        <p className="small dim">Enter each account and tax rate as your accounting program has it.</p>
        <CodesForm key={JSON.stringify(codes)} codes={codes} result={result} />
      </section>
    </>
  )
}

const codesFormId = "codes"

type Codes = { sales: string; writeOff: string; noTax: string; tax: { name: string; code: string }[] }

/** What the accounting program calls the accounts and taxes of the files. */
function CodesForm({ codes, result }: { codes: Codes; result?: SubmissionResult }) {
  const [form, fields] = useForm<Codes>({ id: codesFormId, lastResult: result, defaultValue: codes })
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <div className="columns">
        <Field meta={fields.sales} label="Sales account" maxLength={longestCode} />
        <Field meta={fields.writeOff} label="Write-off account" maxLength={longestCode} />
        <Field meta={fields.noTax} label="Tax rate without tax" maxLength={longestCode} />
      </div>
      {fields.tax.getFieldList().map((row, index) => {
        const { name, code } = row.getFieldset()
        const tax = codes.tax[index]?.name ?? ""
        return (
          <div key={row.key}>
            <input type="hidden" name={name.name} value={tax} />
            <Field meta={code} label={`Tax rate for ${tax}`} maxLength={longestCode} />
          </div>
        )
      })}
      <SubmitRow label="Save accounts" variant="secondary" pending="Saving…" />
    </PostForm>
  )
}
