import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { InvoiceStatus } from "~/components/money/invoice/invoice-status"
import { RunStatePart } from "~/components/money/invoice/run-state"
import { FamilyTitle } from "~/components/people/family/family-title"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { amountColumn, DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { LedgerList } from "~/components/ui/ledger-list"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, intents } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { notEmailedText } from "~/models/foundation/outbox/bounce"
import { listTaskItems } from "~/models/foundation/task/task.server"
import { findRun, listBouncedOfRun, sendRunNow, sumRun } from "~/models/money/invoice/invoice-run.server"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { undoRun } from "~/models/money/invoice/undo-run.server"
import { undoRunRefusals } from "~/texts/money/refusals"
import { countOf, formatTime } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { formatInstant, localTime } from "~/utils/zones"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const run = orNotFound(findRun(actor, params.runId ?? ""))
  const { timeZone } = actor.school
  const page = readPage(request)
  const { rows } = listInvoices(actor, { runId: run.id, page })
  const { id, state, taskId, undoTaskId, holdMinutes, heldUntil, undoneAt } = run
  const sums = sumRun(actor, id)
  return {
    run: {
      id,
      state,
      taskId,
      undoTaskId,
      holdMinutes,
      leavesAt: heldUntil === null ? null : formatTime(localTime(heldUntil, timeZone)),
      undoneAt: undoneAt === null ? null : formatInstant(undoneAt, timeZone),
    },
    startedAt: formatInstant(run.createdAt, timeZone),
    starter: run.autoRunId ? "automatic invoices" : run.starterName,
    sums,
    rows: rows.map(({ id, number, state, totalMinor, familyName, familyChildren }) => ({
      id,
      number,
      state,
      totalMinor,
      familyName,
      familyChildren,
    })),
    kept: undoTaskId
      ? listTaskItems(actor, undoTaskId, { state: "excepted", page: 1 }).map(({ id, name, note }) => ({
          id,
          name,
          note,
        }))
      : [],
    pages: paged(request, sums.made),
    returned: state === "undone" ? "" : notEmailedText(listBouncedOfRun(actor, id)),
    currency: actor.school.currency,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const runId = params.runId ?? ""
  orNotFound(findRun(actor, runId))
  return intents(request, paths.invoiceRun(runId), {
    "send-now": act({
      run: () => sendRunNow(actor, runId).ok,
      refusals: { "not-found": "No emails of this run are waiting." },
      saved: () => `Emails for ${countOf(sumRun(actor, runId).made, "invoice")} are leaving.`,
    }),
    undo: act({
      run: async () => {
        const undone = await undoRun(actor, runId)
        return undone.ok && findRun(actor, runId)?.state === "undoing"
          ? redirect(paths.task(undone.taskId), 303)
          : undone
      },
      refusals: undoRunRefusals,
      saved: () => `${countOf(sumRun(actor, runId).voided, "invoice")} voided.`,
    }),
  })
}

export const { handle, meta } = framed<typeof loader>({
  tab: "unbilled",
  title: "Invoice run",
  head: ({ startedAt, starter }) => ({
    back: { to: paths.invoiceRuns(), label: "Invoice runs" },
    expression: `started ${startedAt}${starter ? ` by ${starter}` : ""}`,
  }),
})

export default function InvoiceRunPage() {
  const { run, sums, rows, kept, pages, returned, currency } = useLoaderData<typeof loader>()
  return (
    <>
      <RunStatePart run={run} voided={sums.voided} />
      {returned ? (
        <CalloutText tone="amber">
          {returned} <Link to={paths.returnedEmails()}>Returned emails</Link>
        </CalloutText>
      ) : null}
      {kept.length > 0 ? (
        <section className="section" aria-labelledby="kept">
          <h2 id="kept">Not undone</h2>
          <ul className="rows">
            {kept.map(({ id, name, note }) => (
              <li key={id}>
                <span>
                  {name}
                  <br />
                  <span className="small dim">{note}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {rows.length === 0 ? (
        <EmptyState action={<Link to={paths.unbilled()}>Ready to invoice</Link>}>
          This run has sent no invoices yet.
        </EmptyState>
      ) : (
        <>
          <DataTable
            caption="Invoices of this run"
            terse
            rows={rows}
            columns={[
              {
                label: "Invoice",
                cell: ({ id, number }) => <Link to={paths.invoice(id)}>{number ?? "Draft"}</Link>,
              },
              { label: "Family", cell: (family) => <FamilyTitle {...family} /> },
              { label: "Status", cell: ({ state }) => <InvoiceStatus state={state} /> },
              amountColumn("totalMinor", currency),
            ]}
          />
          <LedgerList
            rows={[]}
            total={{ label: countOf(sums.made, "invoice"), amount: formatMoney(sums.totalMinor, currency) }}
          />
        </>
      )}
      <Pagination {...pages} />
    </>
  )
}
