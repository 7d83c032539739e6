import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ActButton, AnswerSummary } from "~/components/form/post-form"
import { AutoRuleForm, autoFormId } from "~/components/money/auto-invoicing/auto-rule-form"
import { DryRun, holdFormId } from "~/components/money/auto-invoicing/dry-run"
import { OrdinaryInvoices } from "~/components/money/invoice/batch-check"
import { PolicyLine } from "~/components/overview/policies/policy-list"
import { FamilyTitle } from "~/components/people/family/family-title"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { EmptyState, Pagination } from "~/components/ui/data-table"
import { LedgerList } from "~/components/ui/ledger-list"
import { requireMember } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import { paged } from "~/http/page-number"
import { may } from "~/models/foundation/access/permissions"
import { HoldForm } from "~/models/money/auto-invoicing/auto-form"
import {
  comingMonthInBackground,
  dryRunInBackground,
  findAutoRule,
  findFirstRun,
  findNextRun,
  holdFamily,
  listRunRefusals,
  listRuns,
  releaseFamily,
  skipRun,
  sumDryRun,
} from "~/models/money/auto-invoicing/auto-invoicing.server"
import { listUndoneAutoRuns } from "~/models/money/invoice/invoice-run.server"
import { chosenKey } from "~/utils/form-text"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { PER_PAGE, pageOf } from "~/utils/page-number"
import { paths } from "~/utils/paths"
import { autoRuleIntent } from "../settings/rule-forms.server"

const mostRuns = 12

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const { searchParams } = new URL(request.url)
  const next = findNextRun(actor) ?? null
  const shownRun = next ?? findFirstRun(actor)
  const families = await dryRunInBackground(actor, shownRun.billsTo)
  const coming = await comingMonthInBackground(actor, shownRun.billsTo)
  const page = pageOf(searchParams)
  const holding = searchParams.get("hold")
  // The family whose hold is being written is on whichever page shows it.
  const shown =
    holding && families.some(({ familyId }) => familyId === holding)
      ? families.filter(({ familyId }) => familyId === holding)
      : families.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  const runs = listRuns(actor, mostRuns).filter(({ state }) => state === "done" || state === "skipped")
  const wasUndone = listUndoneAutoRuns(actor)
  return {
    rule: findAutoRule(actor),
    setsRules: may(actor, "school:settings"),
    next,
    shownRun,
    families: shown,
    sums: sumDryRun(families),
    coming,
    pages: paged(request, families.length),
    holding,
    currency: actor.school.currency,
    runs: runs.map(({ id, runOn, state, made, totalMinor }) => ({
      id,
      runOn,
      state,
      made,
      totalMinor,
      outcome: wasUndone.has(id) ? ", undone" : "",
    })),
    refused: runs[0] ? listRunRefusals(actor, runs[0].id) : [],
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  return intents(request, paths.automaticInvoices(), {
    hold: intent({
      schema: HoldForm,
      run: (hold) => holdFamily(actor, hold),
      refusals: { "no-family": 404 },
      saved: ({ name }) => `${name} is on hold.`,
    }),
    release: act({
      run: (form) => releaseFamily(actor, chosenKey.catch("").parse(form.get("family"))),
      refusals: { "no-family": 404 },
      saved: ({ name }) => `${name} released.`,
    }),
    skip: act({
      run: () => skipRun(actor, findNextRun(actor)?.id ?? ""),
      refusals: { "not-announced": "There’s no announced run to skip." },
      saved: ({ runOn }) => `Run of ${formatDate(runOn, "medium")} skipped.`,
    }),
    else: autoRuleIntent(actor),
  })
}

export const { handle, meta } = framed({
  tab: "automatic",
  title: "Automatic invoices",
})

export default function AutomaticInvoices() {
  const { rule, setsRules, next, shownRun, families, coming, pages, currency, holding } =
    useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const isHold = result?.initialValue?.intent === "hold"
  return (
    <>
      <AnswerSummary formId={isHold ? holdFormId : autoFormId} result={result} />
      {setsRules && (isHold || !result) ? (
        <PolicyLine
          part="invoices"
          label="Automatic invoices"
          text={rule.isOn ? `Sent on day ${rule.dayOfMonth} of each month.` : null}
        />
      ) : (
        <AutoRuleForm key={JSON.stringify(rule)} rule={rule} result={isHold ? undefined : result} />
      )}
      <section className="section" aria-labelledby="next">
        <h2 id="next">
          {next ? "Next run" : "First run if you turn this on"}: {formatDate(shownRun.runOn, "full")}
        </h2>
        <Sums />
        {families.length === 0 && coming ? null : families.length === 0 ? (
          <EmptyState action={<Link to={paths.unbilled()}>Ready to invoice</Link>}>
            No charges to invoice. They appear here as lessons take place.
          </EmptyState>
        ) : (
          <DryRun
            families={families}
            currency={currency}
            holding={holding}
            result={isHold ? result : undefined}
          />
        )}
        {holding ? null : <Pagination {...pages} />}
      </section>
      <Runs />
    </>
  )
}

/** What the next run comes to, and the way to leave it out. */
function Sums() {
  const { next, shownRun, sums, coming, currency } = useLoaderData<typeof loader>()
  return (
    <>
      {next?.state === "running" ? (
        <p>Invoices are being sent now. Reload this page to follow the run.</p>
      ) : (
        <p className="dim">Includes charges up to {formatDate(shownRun.billsTo, "full")}.</p>
      )}
      {coming ? (
        <p>
          Fees and rentals of {formatDate(`${coming.month}-01`, "month")} are charged on the first day of the
          month and come on top: about {formatMoney(coming.amountMinor, currency)} for{" "}
          {countOf(coming.families, "family", "families")}.
        </p>
      ) : null}
      <LedgerList
        rows={[
          ...(sums.held > 0 ? [{ label: "Families on hold", amount: formatNumber(sums.held) }] : []),
          ...(sums.problems > 0
            ? [{ label: "Families that can’t be invoiced", amount: formatNumber(sums.problems) }]
            : []),
        ]}
        total={{ label: countOf(sums.invoices, "invoice"), amount: formatMoney(sums.amountMinor, currency) }}
      />
      <OrdinaryInvoices ordinary={sums.ordinary} />
      {next?.state === "announced" ? (
        <ActButton needs="invoice:issue" intent="skip" pending="Skipping…" label="Skip this run" />
      ) : null}
    </>
  )
}

function Runs() {
  const { runs, refused, currency } = useLoaderData<typeof loader>()
  if (runs.length === 0) return null
  return (
    <section className="section" aria-labelledby="runs">
      <header>
        <h2 id="runs">Earlier runs</h2>
        <Link to={paths.invoiceRuns()}>Invoice runs</Link>
      </header>
      <LedgerList
        rows={runs.map(({ runOn, state, made, totalMinor, outcome }) => ({
          label: `${formatDate(runOn, "medium")}, ${state === "skipped" ? "skipped" : countOf(made, "invoice")}${outcome}`,
          amount: state === "skipped" ? "–" : formatMoney(totalMinor, currency),
        }))}
      />
      {refused.length > 0 ? (
        <>
          <h3>Not invoiced in the last run</h3>
          <ul className="rows">
            {refused.map(({ familyId, reason, ...family }) => (
              <li key={familyId}>
                <span>
                  <Link to={paths.newInvoice({ family: familyId })}>
                    <FamilyTitle {...family} />
                  </Link>
                  <br />
                  <span className="small dim">{reason}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}
