import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { redirect, useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import {
  OpenTransfers,
  OpenUploads,
  recordFormId,
  SameTransfer,
  SettledTransfers,
  UploadStatement,
  uploadFormId,
} from "~/components/money/bank-import/transfers"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import { EmptyState, Pagination } from "~/components/ui/data-table"
import { FilterForm, FilterInput } from "~/components/ui/filter-form"
import { notFound, requireMember } from "~/http/guards.server"
import { act, idIn, intents } from "~/http/intents.server"
import { paged } from "~/http/page-number"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { uploadStatus } from "~/models/accounts/quota/quota"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { matcher } from "~/models/money/bank-import/bank-entry"
import { BankUploadForm, OneEntryForm, RecordEntriesForm } from "~/models/money/bank-import/bank-form"
import {
  type BankEntry,
  findOpenEntry,
  hasChosenColumns,
  listEntries,
  listOpenInvoices,
  listOpenUploads,
  searchOpenInvoices,
  uploadStatement,
} from "~/models/money/bank-import/bank-import.server"
import {
  countReversedEntries,
  ignoreEntry,
  recordEntries,
  recordEntry,
  restoreEntry,
} from "~/models/money/bank-import/record-entry.server"
import { suggest } from "~/models/money/bank-import/recorded-already.server"
import { labelFamilies } from "~/models/people/family/family-name.server"
import { hasSeveralFiles, oneFileOnly } from "~/utils/form-files"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import { pageOf } from "~/utils/page-number"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"
import { familiesFor, matchesFor } from "./bank-families.server"
import { recordedOneText, recordedText, uploadedText } from "./bank-texts.server"

const states: readonly BankEntry["state"][] = ["open", "recorded", "ignored"]

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "bank:import")
  const { searchParams } = new URL(request.url)
  const state = states.find((each) => each === searchParams.get("state")) ?? "open"
  const page = pageOf(searchParams)
  const { rows, total, sums } = listEntries(actor, state, page)
  const open = state === "open" ? listOpenInvoices(actor) : []
  const matchOurs = matcher(open)
  const match = (entry: BankEntry) =>
    entry.currency === actor.school.currency ? matchOurs(entry) : undefined
  const entryId = searchParams.get("entry")
  const search = (searchParams.get("q") ?? "").slice(0, 100)
  const entry = entryId ? findOpenEntry(actor, entryId) : undefined
  const found = searchOpenInvoices(open, search, entry)
  const [asked] = entry ? suggest(actor, [entry], () => undefined) : []
  return {
    state,
    reversed: state === "open" ? countReversedEntries(actor) : 0,
    uploads: listOpenUploads(actor).map(({ id, fileName, createdAt }) => ({
      id,
      fileName,
      when: formatInstant(createdAt, actor.school.timeZone),
    })),
    canRecord: may(actor, "payment:record"),
    hasColumns: hasChosenColumns(actor),
    currency: actor.school.currency,
    transfers: matchesFor(actor, suggest(actor, rows, match)).map((row) => ({
      id: row.id,
      bookedOn: row.bookedOn,
      amountMinor: row.amountMinor,
      currency: row.currency,
      payerName: row.payerName,
      reference: row.reference,
      paymentId: row.paymentId,
      isReversed: row.reversedAt !== null,
      payoutOf: row.payoutOf,
      incomeId: row.incomeId,
      match: row.match,
      recordedOn: row.recordedOn,
      voucherOn: row.voucherOn,
      twin: row.twin,
    })),
    sums,
    total,
    pages: paged(request, total),
    one: asked
      ? {
          transfer: asked,
          search,
          invoices: labelFamilies(actor, found.invoices),
          total: found.total,
          families: familiesFor(actor, search),
        }
      : null,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "bank:import")
  // A body that is no form reads as a form without a file.
  const form = await request.formData().catch(() => new FormData())
  return intents(form, paths.bankTransfers(), {
    record: async () => record(await requireMember(request, "payment:record"), form),
    "record-one": async () => recordOne(await requireMember(request, "payment:record"), form),
    ignore: act({
      run: (sent) => ignoreEntry(actor, idIn(sent, "entry")),
      refusals: { "no-entry": 404 },
      saved: "Transfer ignored.",
    }),
    restore: act({
      run: (sent) => restoreEntry(actor, idIn(sent, "entry")),
      refusals: { "no-entry": 404, "in-parts": sumInParts },
      saved: "Transfer restored.",
    }),
    else: () => upload(actor, form),
  })
}

async function upload(actor: Actor, form: FormData) {
  const submission = readForm(new FormData(), { schema: BankUploadForm })
  const file = form.get("file")
  if (!(file instanceof File) || file.name === "")
    return invalid(submission, { file: "Choose the file from your bank." })
  if (hasSeveralFiles(form)) return invalid(submission, { file: oneFileOnly })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const asksColumns = form.get("chooseColumns") === "on"
  const read = await uploadStatement(actor, { name: file.name, bytes, asksColumns })
  if (!read.ok)
    return invalid(submission, { file: read.message }, uploadStatus("reason" in read ? read.reason : ""))
  if (!("uploadId" in read)) return redirectWithToast(paths.bankTransfers(), uploadedText(actor, read))
  const { uploadId, kept } = read
  return kept?.ok
    ? redirectWithToast(paths.bankColumns(uploadId), uploadedText(actor, kept))
    : redirect(paths.bankColumns(uploadId), 303)
}

function record(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: RecordEntriesForm })
  if (submission.status !== "success") return invalid(submission)
  const choices = submission.value.entry.map((choice) => {
    const [entryId = "", invoiceIds = ""] = choice.split(":")
    return { entryId, invoiceIds: invoiceIds.split(",") }
  })
  return redirectWithToast(paths.bankTransfers(), recordedText(actor, recordEntries(actor, choices)))
}

function recordOne(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: OneEntryForm })
  if (submission.status !== "success") throw notFound()
  const { entry: entryId, invoice, family } = submission.value
  const here = paths.bankTransfers()
  const answer = recordEntry(
    actor,
    family ? { entryId, familyId: family } : { entryId, invoiceIds: [invoice ?? ""] },
  )
  if (!answer.ok && answer.reason === "other-currency")
    return redirectWithToast(here, { tone: "bad", title: "This transfer came in another currency." })
  if (!answer.ok) throw notFound()
  return redirectWithToast(here, recordedOneText(actor, answer))
}

const sumInParts = "The single transfers of this sum are here, too. Record or restore those instead."

export const { handle, meta } = framed({ tab: "bank", title: "Bank transfers" })

export default function BankTransfers() {
  const { state, reversed, uploads, transfers, total, sums, pages, one, currency, hasColumns, canRecord } =
    useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const isRecord = result?.initialValue?.intent === "record"
  return (
    <>
      <AnswerSummary formId={isRecord ? recordFormId : uploadFormId} result={result} />
      {one ? <OneTransfer one={one} /> : null}
      <UploadStatement hasColumns={hasColumns} result={isRecord ? undefined : result} />
      <OpenUploads uploads={uploads} />
      <section className="section" aria-labelledby="transfers">
        <h2 id="transfers">{headings[state]}</h2>
        <nav className="filter-chips no-print" aria-label="Transfers">
          {states.map((each) => (
            <Link
              key={each}
              to={paths.bankTransfers({ state: each })}
              aria-current={each === state ? "page" : undefined}
            >
              {`${labels[each]} `}
            </Link>
          ))}
        </nav>
        {reversed > 0 ? (
          <CalloutText tone="amber">
            {`${countOf(reversed, "recorded transfer")} had ${reversed === 1 ? "its payment" : "their payments"} reversed. `}
            <Link to={paths.bankTransfers({ state: "recorded" })}>
              Restore {reversed === 1 ? "it" : "them"}
            </Link>{" "}
            to record the right payment.
          </CalloutText>
        ) : null}
        {total > 0 ? (
          <p className="dim">
            {countOf(total, "transfer")},{" "}
            {joinNames(sums.map((each) => formatMoney(each.sumMinor, each.currency)))}
          </p>
        ) : null}
        {transfers.length === 0 ? (
          <EmptyState>{empty[state]}</EmptyState>
        ) : state === "open" ? (
          <OpenTransfers
            transfers={transfers}
            currency={currency}
            canRecord={canRecord}
            selected={isRecord ? [result?.initialValue?.entry ?? []].flat().map(String) : undefined}
            problem={isRecord ? result?.error?.entry?.join(" ") : undefined}
          />
        ) : (
          <SettledTransfers transfers={transfers} />
        )}
        <Pagination {...pages} />
      </section>
    </>
  )
}

const labels = { open: "To check", recorded: "Recorded", ignored: "Ignored" } as const
const headings = {
  open: "Transfers to check",
  recorded: "Recorded transfers",
  ignored: "Ignored transfers",
} as const
const empty = {
  open: "No transfers to check. Upload a statement, and its incoming transfers appear here with the invoices they pay.",
  recorded: "No transfers recorded yet. They appear here with their payment.",
  ignored: "No ignored transfers. Ignore what isn’t from a family, such as a grant.",
} as const

/** One transfer with the unpaid invoices it could pay, and the families it could be from, found by number or name. */
function OneTransfer({ one }: { one: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["one"]> }) {
  const { transfer, invoices, total, families, search } = one
  const { currency, canRecord } = useLoaderData<typeof loader>()
  const { id, bookedOn, amountMinor, payerName, reference, twin } = transfer
  const mayRecord = canRecord && transfer.currency === currency
  return (
    <section className="sheet" aria-labelledby="one-transfer">
      <h2 id="one-transfer">
        {formatMoney(amountMinor, transfer.currency)} from {payerName || "an unknown payer"}
      </h2>
      <p className="dim wrap-anywhere">
        {formatDate(bookedOn, "full")}
        {reference ? `, ${reference}` : null}
      </p>
      {twin ? (
        <Callout tone="amber">
          <SameTransfer twin={twin} />
        </Callout>
      ) : null}
      {transfer.currency === currency ? null : (
        <CalloutText tone="amber">
          This transfer came in {transfer.currency}, and your school bills in {currency}. It can’t be recorded
          as it is: record what it came to as a payment of the family, then ignore it here.
        </CalloutText>
      )}
      <FilterForm aria-label="Find an unpaid invoice">
        <input type="hidden" name="entry" value={id} />
        <label className="toolbar">
          <span>Number, family or payer</span>
          <FilterInput type="search" name="q" value={search} maxLength={100} />
        </label>
        <button className="button" type="submit">
          Find invoices
        </button>
      </FilterForm>
      {invoices.length === 0 ? (
        <EmptyState>No unpaid invoices match this search.</EmptyState>
      ) : (
        <ul className="rows">
          {invoices.map(({ invoiceId, number, familyName, openMinor }) => (
            <li key={invoiceId}>
              <span>
                <Link to={paths.invoice(invoiceId)}>{number}</Link>, {familyName}{" "}
                <span className="block small dim">
                  {formatMoney(openMinor, currency)} due
                  {mayRecord && amountMinor > openMinor
                    ? `, ${formatMoney(amountMinor - openMinor, currency)} becomes account credit`
                    : null}
                </span>
              </span>
              {mayRecord ? (
                <RecordFor
                  entryId={id}
                  field="invoice"
                  value={invoiceId}
                  label={`Record for invoice ${number}`}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {total > invoices.length ? (
        <p className="dim">
          {`${formatNumber(total)} unpaid invoices match. Add to the search to see fewer.`}
        </p>
      ) : null}
      {families.length === 0 ? (
        <p className="dim">To record it for a family without an invoice, find the family by its name.</p>
      ) : (
        <>
          <h3>For a family, not one invoice</h3>
          <p>It pays what the family has due, the oldest first. The rest is account credit.</p>
          <ul className="rows">
            {families.map(({ id: familyId, name, students }) => (
              <li key={familyId}>
                <span>
                  <Link to={paths.family(familyId)}>{name}</Link>{" "}
                  <span className="block small dim">{students.join(", ")}</span>
                </span>
                {mayRecord ? (
                  <RecordFor entryId={id} field="family" value={familyId} label={`Record for ${name}`} />
                ) : null}
              </li>
            ))}
          </ul>
        </>
      )}
      {mayRecord ? (
        <p>
          A grant, rent or anything else that no family pays?{" "}
          <Link to={paths.newExpense({ kind: "income", transfer: id })}>Record as other income</Link>. Does it
          pay for two families? <Link to={paths.takePayment()}>Record a payment</Link> for each, then ignore
          it here.
        </p>
      ) : null}
      <PostForm className="buttons" sends={{ entry: id }}>
        <SubmitButton intent="ignore" variant="plain" pending="Ignoring…" label="Ignore this transfer" />
        <Link to={paths.bankTransfers()}>Cancel</Link>
      </PostForm>
    </section>
  )
}

type RecordForProps = {
  entryId: string
  /** For what it is recorded, and its ID. */
  field: "invoice" | "family"
  value: string
  label: string
}

function RecordFor({ entryId, field, value, label }: RecordForProps) {
  return (
    <PostForm sends={{ entry: entryId }}>
      <input type="hidden" name={field} value={value} />
      <SubmitButton
        intent="record-one"
        variant="secondary"
        pending="Recording…"
        aria-label={label}
        label="Record"
      />
    </PostForm>
  )
}
