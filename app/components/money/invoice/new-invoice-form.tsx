import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { useEffect, useState } from "react"
import { EnterButton } from "~/components/form/enter-button"
import { DateField, Field, SelectField, TextAreaField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import { LedgerList } from "~/components/ui/ledger-list"
import { RehearsalLetter } from "~/components/ui/rehearsal-letter"
import { Status } from "~/components/ui/status"
import { shownMinor } from "~/models/accounts/tax/tax"
import { notEmailedText } from "~/models/foundation/outbox/bounce"
import { isChangedByHand, twinChargeText } from "~/models/money/charge/charge"
import { type OfferedLine, payersText, sendText, shareLabel, subtotals } from "~/models/money/invoice/invoice"
import type { InvoiceForm, LineForm } from "~/models/money/invoice/invoice-forms"
import type { UnpricedClass } from "~/models/money/invoice/unpriced-classes"
import type { Payer } from "~/models/money/payer/payer"
import { sharesOf } from "~/models/money/payer/split"
import { writeShown } from "~/utils/form-marks"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { hasPlatformProvider, platformProvider } from "~/utils/payment-providers"
import { TaxedTotal } from "./taxed-total"

type OfferedLinesProps = {
  lines: OfferedLine[]
  /** IDs of the items that are not selected. */
  off: ReadonlySet<string>
  onTick: (id: string, selected: boolean) => void
  currency: string
}

/** Section B: what the invoice could hold, each item with its date and reason; all are selected at first. */
function OfferedLines({ lines, off, onTick, currency }: OfferedLinesProps) {
  return (
    <>
      <h2 id="step-b">
        <RehearsalLetter letter="B" />
        {foundText(lines.length)}
      </h2>
      {lines.length === 0 ? (
        <p className="dim">No charges in this period. Choose other dates or add an item.</p>
      ) : (
        <table className="data-table middle compact" id="invoice-charge" tabIndex={-1}>
          <caption className="visually-hidden" id="invoice-seat" tabIndex={-1}>
            Invoice items
          </caption>
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Date</th>
              <th scope="col">Reason</th>
              <th scope="col" className="numeric">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.id}>
                <td>
                  <label className="checkbox">
                    <input
                      type="checkbox"
                      name={line.source === "telling" ? "seat[]" : "charge[]"}
                      value={line.id}
                      checked={!off.has(line.id)}
                      onChange={(event) => onTick(line.id, event.currentTarget.checked)}
                    />
                    <span>{line.description}</span>
                  </label>
                </td>
                <td data-l="Date" className="whitespace-nowrap">
                  {formatDate(line.occurredOn, "short")}
                </td>
                <td data-l="Reason">
                  <Reason line={line} /> <EditButton line={line} />
                  {line.discounts.map(({ reason, amountMinor }) => (
                    <span key={reason} className="block small dim">
                      {reason}: {formatMoney(-amountMinor, currency)}
                    </span>
                  ))}
                </td>
                <td data-l="Amount" className="numeric beside">
                  {formatMoney(shownMinor(line), currency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

/** To the charge's own page and back, with what the form holds. */
function EditButton({ line: { id, source, description, occurredOn } }: { line: OfferedLine }) {
  if (source === "telling" || !isChangedByHand(source)) return null
  return (
    <button type="submit" name="edit" value={id} className="as-link small" formNoValidate>
      Edit
      <span className="visually-hidden">
        {" "}
        {description}, {formatDate(occurredOn, "short")}
      </span>
    </button>
  )
}

const foundText = (count: number) => (count === 0 ? "No items" : countOf(count, "item"))

const heads = { present: "on", late: "half", absent: "x", excused: "open", cancelled: "rest" } as const

function Reason({ line: { source, reason, mark } }: { line: OfferedLine }) {
  if (mark === null) return <span>{reason}</span>
  const head = heads[mark]
  if (source === "seat")
    return (
      <Status head={head} tone={head === "x" ? "bad" : undefined}>
        {reason}
      </Status>
    )
  const [lead, ...rest] = reason.split(", ")
  return (
    <span>
      <Status head={head}>{rest.length > 0 ? `${lead},` : lead}</Status>{" "}
      <span className="small dim">{rest.join(", ")}</span>
    </span>
  )
}

type Fields = Pick<InvoiceForm, "dueOn" | "note"> &
  LineForm &
  Record<"priceClass" | "priceAmount" | "priceKind", string>
type TypedName = keyof LineForm | "priceClass" | "priceAmount" | "priceKind"

export type NewInvoiceFormProps = {
  familyId: string
  lines: OfferedLine[]
  payers: Payer[]
  /** Ids of lines not ticked. */
  off: string[]
  note: string
  /** An item or a price that was typed and isn't added or set yet. */
  typed: Partial<Record<TypedName, string>>
  /** The family's account credit in minor units; it is applied to this invoice. */
  spareMinor: number
  unpriced: readonly UnpricedClass[]
  students: { id: string; name: string }[]
  taxes: { value: string; label: string }[]
  maySetPrices: boolean
  isDraft: boolean
  /** Of a draft after a step of its page: what its form showed before it. */
  shown?: { page: string; fields: [name: string, value: string][] }
  /** Given where nothing tells the family how to pay. */
  noWayToPay?: { mayOpenSettings: boolean }
  today: string
  currency: string
  result?: SubmissionResult
}

export const invoiceFormId = "invoice"

/** Sections B and C: one form. With a script the sums follow each tick; without, "Recalculate" asks the server. */
export function NewInvoiceForm({
  lines,
  payers,
  students,
  taxes,
  currency,
  shown,
  result,
  ...facts
}: NewInvoiceFormProps) {
  const unfilled = {
    lineDay: facts.today,
    lineTax: taxes[0]?.value ?? "",
    priceClass: facts.unpriced[0]?.classId ?? "",
    priceKind: "class",
  }
  const [form, fields] = useForm<Fields>({
    id: invoiceFormId,
    lastResult: result,
    defaultValue: { note: facts.note, ...unfilled, ...facts.typed },
  })
  const [off, setOff] = useState<ReadonlySet<string>>(() => new Set(refusedOff(lines, result) ?? facts.off))
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])

  function tick(id: string, selected: boolean) {
    const next = new Set(off)
    if (selected) next.delete(id)
    else next.add(id)
    setOff(next)
  }

  const hasLineProblem = [...Object.keys(form.allErrors), ...Object.keys(facts.typed)].some((name) =>
    name.startsWith("line"),
  )
  return (
    <PostForm
      edits={facts.isDraft}
      shown={shown && writeShown(shown.page, [...shown.fields, ...Object.entries(unfilled)])}
      className="two-columns"
      {...getFormProps(form)}
      preventScrollReset
    >
      <EnterButton intent="enter">Recalculate</EnterButton>
      <section className="step" aria-labelledby="step-b">
        <LessonsWithoutPrice
          classes={facts.unpriced}
          fields={facts.maySetPrices ? fields : undefined}
          currency={currency}
        />
        <OfferedLines lines={lines} off={off} onTick={tick} currency={currency} />
        {lines.length > 0 && !isLive ? (
          <SubmitRow
            label="Recalculate"
            pending="Calculating…"
            intent="recalculate"
            variant="secondary"
            formNoValidate
          />
        ) : null}
        <AddLine
          fields={fields}
          students={students}
          taxes={taxes}
          isOpen={hasLineProblem}
          key={lines.length}
        />
      </section>
      <CheckAndSend
        lines={lines.filter(({ id }) => !off.has(id))}
        payers={payers}
        familyId={facts.familyId}
        currency={currency}
        spareMinor={facts.spareMinor}
        note={fields.note}
        noWayToPay={facts.noWayToPay}
      />
    </PostForm>
  )
}

/** After a refusal: the lines the person had not ticked. */
function refusedOff(lines: OfferedLine[], result: SubmissionResult | undefined): string[] | undefined {
  if (!result?.initialValue) return undefined
  const { charge, seat } = result.initialValue as Record<string, string | string[] | undefined>
  const selected = new Set([charge ?? [], seat ?? []].flat())
  return lines.map(({ id }) => id).filter((id) => !selected.has(id))
}

type LineFields = Record<"lineDescription" | "lineAmount" | "lineDay" | "lineStudent" | "lineTax", FieldMeta>

type AddLineProps = {
  fields: LineFields
  students: { id: string; name: string }[]
  /** the school's taxes; empty where it charges none */
  taxes: { value: string; label: string }[]
  isOpen: boolean
}

/** An item without a lesson. It is charged right away, so it waits for the next invoice if this one isn't sent. */
function AddLine({ fields, students, taxes, isOpen }: AddLineProps) {
  return (
    <details open={isOpen} className="form-disclosure">
      <summary className="button">Add an item</summary>
      <div className="form">
        <div className="columns">
          <Field meta={fields.lineDescription} label="Description" maxLength={200} />
          <Field
            meta={fields.lineAmount}
            label="Amount"
            hint="Use a minus sign for a discount."
            inputMode="decimal"
            maxLength={40}
          />
          <DateField meta={fields.lineDay} label="Date" />
          {students.length > 0 ? (
            <SelectField
              meta={fields.lineStudent}
              label="For"
              optional
              prompt="Whole family"
              choices={students.map(({ id, name }) => ({ value: id, label: name }))}
            />
          ) : null}
          {taxes.length > 0 ? <SelectField meta={fields.lineTax} label="Tax" choices={taxes} /> : null}
        </div>
        <p>
          <SubmitButton
            pending="Adding…"
            intent="add-line"
            variant="secondary"
            formNoValidate
            label="Add item"
          />
          {fields.lineDescription.errors?.includes(twinChargeText) ? (
            <>
              {" "}
              <SubmitButton
                pending="Adding…"
                intent="add-anyway"
                variant="secondary"
                formNoValidate
                label="Add anyway"
              />
            </>
          ) : null}
        </p>
      </div>
    </details>
  )
}

type LessonsWithoutPriceProps = {
  classes: readonly UnpricedClass[]
  /** Missing for someone who may not set prices. */
  fields: Record<"priceClass" | "priceAmount" | "priceKind", FieldMeta> | undefined
  currency: string
}

/** A family's past lessons that aren't among the items, as their class has no price: it is set here, and they are. */
function LessonsWithoutPrice({ classes, fields, currency }: LessonsWithoutPriceProps) {
  if (classes.length === 0) return null
  return (
    <Callout tone="amber">
      <p>These lessons aren’t among the items, because they have no price.</p>
      <ul className="rows small">
        {classes.map(({ classId, className, lessons, firstOn, others }) => (
          <li key={classId} className="flex-wrap">
            <b className="flex-1">{className}</b>{" "}
            <span className="dim">
              {countOf(lessons, "past lesson")} since {formatDate(firstOn, "medium")}, no price
            </span>{" "}
            {others > 0 ? (
              <span className="dim">
                A class price charges {countOf(others, "past lesson")} of other families, too.
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {fields ? <PriceFields classes={classes} fields={fields} currency={currency} /> : null}
    </Callout>
  )
}

function PriceFields({
  classes,
  fields,
  currency,
}: LessonsWithoutPriceProps & { fields: NonNullable<LessonsWithoutPriceProps["fields"]> }) {
  const [first] = classes
  return (
    <div className="form">
      <div className="columns">
        {classes.length > 1 ? (
          <SelectField
            meta={fields.priceClass}
            label="Class"
            choices={classes.map(({ classId, className }) => ({ value: classId, label: className }))}
          />
        ) : (
          <input type="hidden" name={fields.priceClass.name} value={first?.classId} />
        )}
        <Field
          meta={fields.priceAmount}
          label={`Price per lesson in ${currency}`}
          optional
          inputMode="decimal"
          maxLength={20}
        />
        <SelectField
          meta={fields.priceKind}
          label="Kind of price"
          hint="Starts with the first of these lessons."
          choices={[
            { value: "class", label: "Class price" },
            { value: "own", label: "Custom price, this family only" },
          ]}
        />
      </div>
      <p className="buttons">
        <SubmitButton
          pending="Charging…"
          intent="price-lessons"
          variant="secondary"
          formNoValidate
          label="Charge these lessons"
        />
        {classes.map(({ classId, className }) => (
          <Link key={classId} to={paths.editClass(classId)}>
            {classes.length > 1 ? `Other prices for ${className}` : "Other kinds of price"}
          </Link>
        ))}
      </p>
    </div>
  )
}

/** The lines are the selected items. */
type CheckAndSendProps = Pick<
  NewInvoiceFormProps,
  "lines" | "payers" | "familyId" | "currency" | "spareMinor" | "noWayToPay"
> & { note: FieldMeta }

/** Section C: a preview of the invoice, each payer's share, and the buttons that send or save it. */
function CheckAndSend({
  lines,
  payers,
  familyId,
  currency,
  spareMinor,
  note,
  noWayToPay,
}: CheckAndSendProps) {
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  const totalMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return (
    <section className="sheet" aria-labelledby="step-c">
      <h2 id="step-c" className="step-title">
        <RehearsalLetter letter="C" />
        Review and send
      </h2>
      <div aria-live="polite">
        <TaxedTotal
          rows={subtotals(lines).map(({ label, amountMinor }) => ({ label, amount: money(amountMinor) }))}
          lines={lines}
          totalMinor={totalMinor}
          currency={currency}
        />
        {spareMinor > 0 && totalMinor > 0 ? (
          <LedgerList
            rows={[
              {
                label: "Account credit applied",
                amount: money(-Math.min(spareMinor, totalMinor)),
              },
              {
                label: <b>Balance due</b>,
                amount: <b>{money(totalMinor - Math.min(spareMinor, totalMinor))}</b>,
              },
            ]}
          />
        ) : null}
      </div>
      {payers.length > 1 ? (
        <div>
          <p className="small">
            <b>
              {payers.some(({ hasOwnInvoice }) => hasOwnInvoice)
                ? "An invoice for each payer"
                : `Split between ${countOf(payers.length, "payer")}`}
            </b>
          </p>
          <LedgerList
            rows={sharesOf(lines, payers).map((amountMinor, index) => ({
              label: payers[index] ? shareLabel(payers[index]) : "",
              amount: money(amountMinor),
            }))}
          />
        </div>
      ) : null}
      <input type="hidden" name="payersShown" value={payersText(payers)} />
      <Unreached payers={payers} familyId={familyId} />
      <TextAreaField meta={note} label="Note on invoice" optional maxLength={2000} />
      {noWayToPay && totalMinor > 0 ? <NoWayToPay {...noWayToPay} /> : null}
      <p className="buttons">
        {totalMinor < 0 ? (
          <SubmitButton pending="Sending…" intent="credit" formNoValidate>
            {`Send credit note for ${money(-totalMinor)}`}
          </SubmitButton>
        ) : payers.length > 0 ? (
          <SubmitButton pending="Sending…" intent="send" formNoValidate>
            {sendText(payers)}
          </SubmitButton>
        ) : null}
        <SubmitButton
          pending="Saving…"
          intent="draft"
          variant="secondary"
          formNoValidate
          label="Save draft"
        />
      </p>
      <p className="small dim">
        You can’t edit a sent invoice. To correct it, credit it, or void it and send a new one.
      </p>
    </section>
  )
}

/** A school that has no account at a provider and has entered neither a bank account nor payment instructions. */
function NoWayToPay({ mayOpenSettings }: { mayOpenSettings: boolean }) {
  return (
    <CalloutText tone="amber">
      This invoice doesn’t say how to pay: your school has no{" "}
      {hasPlatformProvider() ? `${platformProvider} account, ` : null}
      bank account or payment instructions.{" "}
      {mayOpenSettings ? (
        <Link to={paths.schoolSettings()}>Add one in the settings</Link>
      ) : (
        "Ask an administrator to add one in the settings."
      )}
    </CalloutText>
  )
}

/** Payers without an email or with one that comes back, or a family without a payer. */
function Unreached({ payers, familyId }: { payers: Payer[]; familyId: string }) {
  if (payers.length === 0)
    return (
      <CalloutText tone="red">
        This family has no payer. <Link to={paths.family(familyId)}>Give a guardian a share</Link> before you
        send.
      </CalloutText>
    )
  const silent = payers.flatMap(({ name, email }) => (email ? [] : name))
  const returned = payers.flatMap(({ name, emailReturns }) => (emailReturns ? name : []))
  if (silent.length === 0 && returned.length === 0) return null
  return (
    <Callout tone="amber">
      {silent.length > 0 ? <p>No email for {joinNames(silent)}. Print the invoice instead.</p> : null}
      {returned.length > 0 ? (
        <p>
          {notEmailedText(returned)} <Link to={paths.returnedEmails()}>Returned emails</Link>
        </p>
      ) : null}
    </Callout>
  )
}
