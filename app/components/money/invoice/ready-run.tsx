import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react"
import { EnterButton } from "~/components/form/enter-button"
import { DateField, TextAreaField } from "~/components/form/field"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { FamilyTitle } from "~/components/people/family/family-title"
import { Link } from "~/components/ui/button"
import { FieldProblem } from "~/components/ui/field-problem"
import { JumpLinks } from "~/components/ui/jump-links"
import { LedgerList } from "~/components/ui/ledger-list"
import { Status } from "~/components/ui/status"
import type { EInvoiceGap } from "~/models/accounts/school/e-invoices"
import { bounceTexts, notEmailedText } from "~/models/foundation/outbox/bounce"
import { isChangedByHand } from "~/models/money/charge/charge"
import {
  deliveryText,
  expectedText,
  needsCheck,
  type ReadyCharge,
  type ReadyFamily,
  unusualItems,
} from "~/models/money/ready-to-invoice/ready-families"
import { familyLabel } from "~/models/people/family/family-name"
import { isDate, monthBounds, monthOf } from "~/utils/dates"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { OrdinaryInvoices } from "./batch-check"

export const readyFormId = "batch"

type ReadyRunProps = {
  period: { from: string; to: string; filter: string }
  families: ListedFamily[]
  /** Those that can be invoiced on the other pages. */
  others: {
    families: number
    invoices: number
    amountMinor: number
    toPrint: number
    ordinary: EInvoiceGap[][]
  }
  /** Of the whole list. */
  toCheck: number
  items: number
  amountMinor: number
  listed: number
  /** What a form without scripts asked to have ticked; by default all are. */
  ticks?: "all" | "none"
  dueOn: string
  today: string
  currency: string
  formKey: string
  result?: SubmissionResult
  pages: ReactNode
}

/** Families to invoice, all selected at first, and one button that says how many invoices it sends and for how much. */
export function ReadyRun(props: ReadyRunProps) {
  const { period, families, others, ticks, dueOn, today, currency, formKey, result, pages } = props
  const [form, fields] = useForm<{ dueOn: string; note: string }>({
    id: readyFormId,
    lastResult: result,
    defaultValue: { dueOn },
  })
  const typed = ticks ? undefined : result?.initialValue
  const isNoneSelected = ticks === "none"
  const ticked = typed ? new Set([typed.family ?? []].flat().map(String)) : undefined
  const isSelected = (id: string) => (ticked ? ticked.has(id) : !isNoneSelected)
  const withOthers = others.families > 0 && (typed ? typed.others === "yes" : !isNoneSelected)
  const { body, chosen, follow, tickAll } = useChosen(families)
  const problem = result?.error?.family?.join(" ")
  const selected = chosen ?? {
    families: families.filter((each) => each.problem === null && isSelected(each.familyId)),
    withOthers,
  }
  return (
    <PostForm className="stack ready-run" {...getFormProps(form)} onChange={follow}>
      <EnterButton intent="check">Review selected invoices</EnterButton>
      <input type="hidden" name="from" value={period.from} />
      <input type="hidden" name="to" value={period.to} />
      {period.filter ? <input type="hidden" name="filter" value={period.filter} /> : null}
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="shown" value={families.map(({ familyId }) => familyId).join(" ")} />
      <div className="columns">
        <DateField meta={fields.dueOn} label="Due date" min={today} />
        <TextAreaField meta={fields.note} label="Note on all invoices" optional rows={1} maxLength={2000} />
      </div>
      <fieldset
        id={`${readyFormId}-family`}
        tabIndex={-1}
        ref={body}
        className={problem ? "field invalid" : undefined}
        aria-describedby={problem ? `${readyFormId}-family-error` : undefined}
      >
        <legend className="visually-hidden">Families to invoice</legend>
        <FieldProblem id={`${readyFormId}-family-error`} message={problem} />
        <ReadyTable {...props} isSelected={isSelected} />
        {others.families > 0 ? (
          <label className="checkbox">
            <input type="checkbox" name="others" value="yes" defaultChecked={withOthers} />
            <span>
              Also {countOf(others.families, "family", "families")} on other pages,{" "}
              {formatMoney(others.amountMinor, currency)}
            </span>
          </label>
        ) : null}
      </fieldset>
      <Total {...props} />
      <OrdinaryInvoices
        ordinary={[
          ...selected.families.flatMap(({ ordinary }) => ordinary),
          ...(selected.withOthers ? others.ordinary : []),
        ]}
      />
      {pages}
      <SendBar {...props} chosen={chosen} tickAll={tickAll} isAllSelected={!typed && !isNoneSelected} />
    </PostForm>
  )
}

function Total({ items, listed, amountMinor, currency }: ReadyRunProps) {
  return (
    <LedgerList
      id="ready-total"
      rows={[]}
      total={{
        label: `${countOf(items, "item")} for ${countOf(listed, "family", "families")}`,
        amount: formatMoney(amountMinor, currency),
      }}
    />
  )
}

type Chosen = { families: ListedFamily[]; withOthers: boolean; dueOn: string }

/** With scripts: the families that are ticked now. Undefined before a script runs. */
function useChosen(families: ListedFamily[]) {
  const body = useRef<HTMLFieldSetElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const follow = () => {
    const boxes = [
      ...(body.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]:checked") ?? []),
    ]
    const ids = new Set(boxes.map(({ value }) => value))
    setChosen({
      families: families.filter(({ familyId }) => ids.has(familyId)),
      withOthers: boxes.some(({ name }) => name === "others"),
      dueOn: String(new FormData(body.current?.form ?? undefined).get("dueOn") ?? ""),
    })
  }
  useEffect(follow, [families])
  const tickAll = (isTicked: boolean) => {
    for (const box of body.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]:enabled") ?? [])
      box.checked = isTicked
    follow()
  }
  return { body, chosen, follow, tickAll }
}

type SendBarProps = ReadyRunProps & {
  chosen: Chosen | undefined
  isAllSelected: boolean
  tickAll: (isTicked: boolean) => void
}

function SendBar({ families, others, currency, chosen, isAllSelected, tickAll }: SendBarProps) {
  const possible = families.filter(({ problem }) => problem === null)
  const { families: those, withOthers } = chosen ?? { families: possible, withOthers: others.families > 0 }
  const rest = withOthers ? others : { families: 0, invoices: 0, amountMinor: 0, toPrint: 0 }
  const selected = those.length + rest.families
  const count = those.reduce((sum, { invoices }) => sum + invoices, rest.invoices)
  const toPrint = those.reduce((sum, family) => sum + family.toPrint, rest.toPrint)
  const amountMinor = those.reduce((sum, family) => sum + family.amountMinor, rest.amountMinor)
  const exact =
    count === 0 ? "Send invoices" : `Send ${countOf(count, "invoice")}, ${formatMoney(amountMinor, currency)}`
  const isExact = chosen !== undefined || isAllSelected
  const clears = count > 0 && isExact
  return (
    <div className="save-bar no-print">
      <p className="choice">
        {isExact ? (
          <span className="with-all" role={chosen ? "status" : undefined}>
            <b>{formatNumber(selected)} selected</b>
            {count !== selected ? `, ${countOf(count, "invoice")}` : null}
            {count > 0 ? `, ${deliveryText(count, toPrint)}` : null}
            {chosen && count > 0 && isDate(chosen.dueOn) ? `, due ${formatDate(chosen.dueOn, "day")}` : null}
          </span>
        ) : null}{" "}
        <SubmitButton
          intent={clears ? "select-none" : "select-all"}
          pending="Selecting…"
          variant="plain"
          formNoValidate
          onClick={(event) => {
            event.preventDefault()
            tickAll(!clears)
          }}
        >
          {clears ? "Clear selection" : "Select all"}
        </SubmitButton>
      </p>
      <input type="hidden" name="expected" value={isExact ? expectedText(count, amountMinor) : "review"} />
      <div className="buttons">
        <SubmitButton intent="draft" pending="Saving…" variant="secondary" label="Save as drafts" />
        <SubmitButton intent="send" pending="Sending…">
          {chosen ? (
            exact
          ) : (
            <>
              {isExact ? <span className="with-all">{exact}</span> : null}{" "}
              <span className={isExact ? "with-some" : undefined}>Review selected invoices</span>
            </>
          )}
        </SubmitButton>
      </div>
    </div>
  )
}

type ReadyTableProps = {
  families: ListedFamily[]
  /** Of the whole list. */
  toCheck: number
  listed: number
  currency: string
  isSelected: (familyId: string) => boolean
}

/** Those to check first, then the others, each with its own heading and the number in the whole list. */
function ReadyTable({ families, toCheck, listed, currency, isSelected }: ReadyTableProps) {
  const groups = [
    {
      id: "check-first",
      title: `Check first, ${countOf(toCheck, "family", "families")}`,
      those: families.filter(needsCheck),
    },
    {
      id: "ready",
      title: `Ready, ${countOf(listed - toCheck, "family", "families")}`,
      those: families.filter((family) => !needsCheck(family)),
    },
  ].filter(({ those }) => those.length > 0)
  return (
    <>
      <JumpLinks
        to={[...groups.map(({ id, title }) => ({ id, label: title })), { id: "ready-total", label: "Total" }]}
      />
      <table className="ready-table">
        <caption className="visually-hidden">Families ready to invoice</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Select</span>
            </th>
            <th scope="col">Family</th>
            <th scope="col">Items</th>
            <th scope="col">Send to</th>
            <th scope="col" className="numeric">
              Amount
            </th>
          </tr>
        </thead>
        {groups.map(({ id, title, those }) => (
          <tbody key={title}>
            <tr>
              <td colSpan={5} className="group" id={id}>
                <h2>{title}</h2>
              </td>
            </tr>
            {those.map((family) => (
              <ReadyRow
                key={family.familyId}
                family={family}
                isSelected={isSelected(family.familyId)}
                currency={currency}
              />
            ))}
          </tbody>
        ))}
      </table>
    </>
  )
}

type ReadyRowProps = { family: ListedFamily; isSelected: boolean; currency: string }

/** A family of Ready to invoice: its box, its items, where the invoice goes and what to check first. */
function ReadyRow({ family, isSelected, currency }: ReadyRowProps) {
  const { familyId, familyName, familyChildren, amountMinor, problem } = family
  const amount = formatMoney(amountMinor, currency)
  return (
    <tr>
      <td className="pick">
        <label>
          <input
            type="checkbox"
            name="family[]"
            value={familyId}
            defaultChecked={problem === null && isSelected}
            disabled={problem !== null}
            aria-label={`Invoice ${familyLabel({ familyName, familyChildren })}, ${amount}`}
          />
        </label>
      </td>
      <td className="family">
        <h3>
          <FamilyTitle familyName={familyName} familyChildren={familyChildren} />
        </h3>
      </td>
      <td className="items">
        <ReadyItems family={family} currency={currency} />
      </td>
      <td className="send-to">
        <SendTo family={family} currency={currency} />
      </td>
      <td className="amount numeric">{amount}</td>
    </tr>
  )
}

/** The payers' addresses, or why to look first and what to do about it. */
function SendTo({ family, currency }: { family: ListedFamily; currency: string }) {
  const {
    familyId,
    from,
    to,
    problem,
    needsPrint,
    returns,
    sendTo,
    payers,
    usualMinor,
    missing,
    unpriced,
    hold,
    charged,
  } = family
  const whose = familyLabel(family)
  if (problem !== null)
    return (
      <span className="bad">
        {`${problem} `}
        <Link to={paths.family(familyId)} aria-label={`Family billing of ${whose}`}>
          Family billing
        </Link>
      </span>
    )
  const month = monthOf(to)
  return (
    <>
      {usualMinor !== null ? (
        <Warning head="half" of="Unusual amount">
          {`. Usually ${formatMoney(usualMinor, currency)}, now with ${unusualItems(charged, usualMinor)}. `}
          {monthOf(from) < month ? (
            <Link
              to={paths.newInvoice({
                family: familyId,
                from: monthBounds(month).first,
                to: monthBounds(month).last,
              })}
            >
              {`Limit to ${formatDate(`${month}-01`, "month")}`}
              <span className="visually-hidden">{` for ${whose}`}</span>
            </Link>
          ) : null}
        </Warning>
      ) : null}{" "}
      {needsPrint ? (
        <Warning of="No email">
          . You’ll need to print this invoice.{" "}
          <Link to={paths.family(familyId)}>
            Add email<span className="visually-hidden">{` for ${whose}`}</span>
          </Link>
        </Warning>
      ) : null}{" "}
      {returns.length > 0 ? (
        <Warning of={bounceTexts.bounced}>
          {`. ${notEmailedText(returns)} `}
          <Link to={paths.returnedEmails()}>Returned emails</Link>
        </Warning>
      ) : null}{" "}
      {missing ? (
        <Warning of="Attendance missing">
          {`. ${countOf(missing.lessons, "lesson")} can’t be billed yet. `}
          <Link to={paths.session(missing.sessionId)} aria-label={`Take attendance for ${whose}`}>
            Take attendance
          </Link>
        </Warning>
      ) : null}{" "}
      {unpriced ? (
        <Warning of="No price">
          {`. ${countOf(unpriced.lessons, "lesson")} of ${unpriced.className} can’t be billed yet. `}
          <Link
            to={paths.newInvoice({ family: familyId, from, to, back: "ready" })}
            aria-label={`Set price of ${unpriced.className}`}
          >
            Set price
          </Link>
        </Warning>
      ) : null}{" "}
      {hold === null ? null : (
        <Warning of="On hold">
          <span className="wrap-anywhere">{`. Left out of automatic invoices: ${hold}.`}</span>{" "}
          <Link to={paths.automaticInvoices()}>View holds</Link>
        </Warning>
      )}{" "}
      <span className="dim small">{sendTo.length > 0 ? `${payers} (${sendTo.join(", ")})` : payers}</span>
    </>
  )
}

type WarningProps = { head?: "open" | "half"; of: string; children: ReactNode }

/** Why to look first: a word for it, and what can be done. */
const Warning = ({ head = "open", of, children }: WarningProps) => (
  <span className="warning">
    <Status head={head} tone="warn">
      {of}
    </Status>
    {children}
  </span>
)

type ListedFamily = ReadyFamily & { charged: ReadyCharge[] }

const dayRangeText = (from: string, to: string) =>
  from === to ? formatDate(from, "day") : `${formatDate(from, "day")} to ${formatDate(to, "day")}`

/** How many items an invoice would have, and each of them with what can be done about it. */
function ReadyItems({ family, currency }: { family: ListedFamily; currency: string }) {
  const { familyId, from, to, charged } = family
  const whose = familyLabel(family)
  return (
    <details>
      <summary>
        {`${countOf(charged.length, "item")}, ${dayRangeText(from, to)}`}
        <span className="visually-hidden">{` for ${whose}`}</span>
      </summary>
      <LedgerList
        rows={charged.map((charge) => ({
          label: <ChargeLine charge={charge} currency={currency} />,
          amount: formatMoney(charge.amountMinor, currency),
        }))}
      />
      <p>
        <Link
          to={paths.newInvoice({ family: familyId, from, to })}
          aria-label={`Create invoice for ${whose}`}
        >
          Create invoice
        </Link>{" "}
        <Link to={paths.family(familyId)} aria-label={`Family billing of ${whose}`}>
          Family billing
        </Link>
      </p>
    </details>
  )
}

function ChargeLine({ charge, currency }: { charge: ReadyCharge; currency: string }) {
  const { chargeId, seatId, source = "seat", discounts = [], usualMinor } = charge
  const line = `${formatDate(charge.occurredOn, "short")}, ${charge.text}`
  const links = [
    ...(isChangedByHand(source) ? [{ to: paths.charge(chargeId), text: "Edit" }] : []),
    ...(seatId ? [{ to: paths.waiver(seatId), text: "Waive" }] : []),
  ]
  // One text, as no two may lie beside each other in what is kept.
  const isPlain = discounts.length === 0 && usualMinor === undefined
  return (
    <>
      {isPlain && links.length > 0 ? `${line} ` : line}
      {discounts.map(({ reason, amountMinor: off }) => (
        <span key={reason} className="block small dim">
          {`${reason}: ${formatMoney(-off, currency)}`}
        </span>
      ))}{" "}
      {usualMinor === undefined ? null : (
        <span className="block small dim">
          {`Changed by hand, usually ${formatMoney(usualMinor, currency)}`}
        </span>
      )}
      {links.map(({ to, text }, index) => (
        <Fragment key={text}>
          {isPlain && index === 0 ? null : " "}
          <Link to={to} aria-label={`${text} ${line}`}>
            {text}
          </Link>
        </Fragment>
      ))}
    </>
  )
}
