import type { FieldMeta } from "~/components/form/field-frame"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import { Callout } from "~/components/ui/callout"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { RehearsalLetter } from "~/components/ui/rehearsal-letter"
import { notEmailedText } from "~/models/foundation/outbox/returned-address"
import { type OfferedLine, sendText, shareLabel, subtotals } from "~/models/money/invoice/invoice"
import type { Payer } from "~/models/money/payer/payer"
import { sharesOf } from "~/models/money/payer/split"
import { countOf } from "~/utils/count-of"
import { joinNames } from "~/utils/join-names"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { hasPlatformProvider, platformProvider } from "~/utils/payment-providers"
import { TaxedTotal } from "./taxed-total"

type CheckAndSendProps = {
  /** The selected items. */
  lines: OfferedLine[]
  payers: Payer[]
  familyId: string
  currency: string
  /** The family's account credit in minor units; it is applied to this invoice. */
  spareMinor: number
  note: FieldMeta
  /** Given where nothing tells the family how to pay. */
  noWayToPay?: { mayOpenSettings: boolean }
}

/** Section C: a preview of the invoice, each payer's share, and the buttons that send or save it. */
export function CheckAndSend({
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
        <SubmitButton pending="Saving…" intent="draft" variant="secondary" formNoValidate>
          Save draft
        </SubmitButton>
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
    <Callout tone="amber">
      <p>
        This invoice doesn’t say how to pay: your school has no{" "}
        {hasPlatformProvider() ? `${platformProvider} account, ` : null}
        bank account or payment instructions.{" "}
        {mayOpenSettings ? (
          <Link to={paths.schoolSettings()}>Add one in the settings</Link>
        ) : (
          "Ask an administrator to add one in the settings."
        )}
      </p>
    </Callout>
  )
}

/** Payers without an email or with one that comes back, or a family without a payer. */
function Unreached({ payers, familyId }: { payers: Payer[]; familyId: string }) {
  if (payers.length === 0)
    return (
      <Callout tone="red">
        <p>
          This family has no payer. <Link to={paths.family(familyId)}>Give a guardian a share</Link> before
          you send.
        </p>
      </Callout>
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
