import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { FilterButton, FilterChoice, FilterForm, FilterSearch } from "~/components/ui/filter-form"
import { PeriodFilter } from "~/components/ui/period-filter"
import { Status } from "~/components/ui/status"
import { requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { paged } from "~/http/page-number"
import { filledIn } from "~/http/search-params"
import { may } from "~/models/foundation/access/permissions"
import { methodChoices } from "~/models/money/payment/payment"
import { chooseVoucherMonths } from "~/models/money/voucher/sell-voucher.server"
import { voucherStateLabels, voucherStates } from "~/models/money/voucher/voucher"
import { VoucherQuery } from "~/models/money/voucher/voucher-query"
import { listVouchers, readVoucherMonths } from "~/models/money/voucher/vouchers.server"
import { codeEnding } from "~/texts/money/vouchers"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { VoucherRuleForm } from "./voucher-forms.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const query = VoucherQuery.parse(filledIn(request))
  const { page: _, ...filter } = query
  const { rows, total, openMinor } = listVouchers(actor, query)
  return {
    // The code itself is on the voucher's page alone.
    rows: rows.map(
      ({
        id,
        code,
        amountMinor,
        restMinor,
        currency,
        soldOn,
        buyerName,
        recipientName,
        expiresOn,
        state,
      }) => ({
        ...{ id, amountMinor, restMinor, currency, soldOn, buyerName, recipientName, expiresOn, state },
        ending: codeEnding(code),
      }),
    ),
    openMinor,
    pages: paged(request, total),
    query: filter,
    currency: actor.school.currency,
    mayChoose: may(actor, "school:settings"),
    maySell: may(actor, "payment:record"),
    months: readVoucherMonths(actor),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return intents(request, paths.vouchers(), {
    "voucher-rule": intent({
      schema: VoucherRuleForm,
      run: ({ months }) => chooseVoucherMonths(actor, months ?? null),
      saved: "Rule saved.",
    }),
  })
}

export const { handle, meta } = framed<typeof loader>({
  tab: "vouchers",
  title: "Gift vouchers",
  head: ({ maySell }) => ({
    expression: "newest first",
    actions: maySell ? (
      <LinkButton to={paths.newVoucher()} variant="primary">
        Sell a gift voucher
      </LinkButton>
    ) : null,
  }),
})

export default function Vouchers() {
  const { rows, openMinor, pages, query, currency, months, mayChoose } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const isFiltered = Object.values(query).some(Boolean)
  return (
    <>
      <AnswerSummary formId={ruleFormId} result={result} />
      <FilterForm role="search" aria-label="Search gift vouchers">
        <PeriodFilter from={query.from ?? ""} to={query.to ?? ""} />
        <label className="toolbar" htmlFor="voucher-search">
          <span>Name or code</span>
          <FilterSearch id="voucher-search" name="search" value={query.search} />
        </label>
        <FilterChoice
          name="state"
          label="Status"
          isLabeled
          every="All"
          value={query.state}
          choices={voucherStates.map((state) => [state, voucherStateLabels[state].word] as const)}
        />
        <FilterChoice
          name="method"
          label="Payment method"
          isLabeled
          every="All methods"
          value={query.method}
          choices={methodChoices(currency, query.method).map(({ value, label }) => [value, label] as const)}
        />
        <FilterButton>Apply</FilterButton>
      </FilterForm>
      {rows.length === 0 ? (
        <EmptyState action={isFiltered ? <Link to={paths.vouchers()}>Clear filters</Link> : null}>
          {isFiltered
            ? "No gift vouchers match these filters."
            : "No gift vouchers sold yet. Sell one, and print or email it."}
        </EmptyState>
      ) : (
        <>
          <p>
            {formatMoney(openMinor, currency)} left on {isFiltered ? "these vouchers" : "all vouchers"}.{" "}
            <a className="no-print" href={paths.vouchersFile(query)} download>
              Download CSV
            </a>
          </p>
          <DataTable
            caption="Gift vouchers, newest first"
            rows={rows}
            middle
            columns={[
              {
                label: "Gift voucher",
                cell: ({ id, ending, buyerName, recipientName }) => (
                  <>
                    <Link to={paths.voucher(id)}>Voucher {ending}</Link>
                    <br />
                    <span className="small dim">
                      {buyerName}
                      {recipientName ? `, for ${recipientName}` : ""}
                    </span>
                  </>
                ),
              },
              { label: "Sold", cell: ({ soldOn }) => formatDate(soldOn, "medium") },
              {
                label: "Last day",
                cell: ({ expiresOn }) => (expiresOn ? formatDate(expiresOn, "medium") : "–"),
              },
              { label: "Status", cell: ({ state }) => <VoucherStatus state={state} /> },
              { label: "Amount", numeric: true, cell: (row) => formatMoney(row.amountMinor, row.currency) },
              { label: "Left", numeric: true, cell: (row) => formatMoney(row.restMinor, row.currency) },
            ]}
          />
        </>
      )}
      {pages.total > rows.length ? <Pagination {...pages} /> : null}
      {mayChoose ? <RulePart key={months} months={months} result={result} /> : null}
    </>
  )
}

const VoucherStatus = ({ state }: { state: keyof typeof voucherStateLabels }) => {
  return <Status {...voucherStateLabels[state]} />
}

const ruleFormId = "voucher-rule-form"

/** When vouchers expire that are sold from now on. */
function RulePart({ months, result }: { months: number | null; result?: SubmissionResult }) {
  const [form, fields] = useForm<{ months: string }>({
    id: ruleFormId,
    lastResult: result,
    defaultValue: { months: String(months ?? "") },
  })
  return (
    <section className="section narrow no-print" aria-labelledby="voucher-rule">
      <h2 id="voucher-rule">Expiry of new vouchers</h2>
      <PostForm edits className="form" {...getFormProps(form)}>
        <Field
          meta={fields.months}
          label="Months after the sale"
          hint="Blank if they never expire. You can choose another last day for each voucher."
          optional
          inputMode="numeric"
          maxLength={3}
        />
        <SubmitRow label="Save rule" intent="voucher-rule" variant="secondary" pending="Saving…" />
      </PostForm>
    </section>
  )
}
