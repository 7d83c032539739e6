import type { FieldMeta } from "~/components/form/field-frame"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import { Callout } from "~/components/ui/callout"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { RehearsalLetter } from "~/components/ui/rehearsal-letter"
import {
  type OfferedLine,
  type Payer,
  percentText,
  sendText,
  splitAmong,
  subtotals,
} from "~/models/money/invoice/invoice"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type CheckAndSendProps = {
  /** The ticked ones. */
  lines: OfferedLine[]
  payers: Payer[]
  familyId: string
  currency: string
  /** What the family has in its favour, minor units: it is used for this invoice. */
  spareMinor: number
  note: FieldMeta
}

/** Section C: a preview of the invoice, each payer's share, and the buttons that send or save it. */
export function CheckAndSend({ lines, payers, familyId, currency, spareMinor, note }: CheckAndSendProps) {
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  const totalMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return (
    <section className="sheet" aria-labelledby="step-c">
      <h2 id="step-c" className="step-title">
        <RehearsalLetter letter="C" />
        Check and send
      </h2>
      <div aria-live="polite">
        <LedgerList
          rows={subtotals(lines).map(({ label, amountMinor }) => ({ label, amount: money(amountMinor) }))}
          total={{ label: "Total", amount: money(totalMinor) }}
        />
        {spareMinor > 0 && totalMinor > 0 ? (
          <LedgerList
            rows={[
              {
                label: "Paid with what is in their favour",
                amount: money(-Math.min(spareMinor, totalMinor)),
              },
              {
                label: <b>Still to pay</b>,
                amount: <b>{money(totalMinor - Math.min(spareMinor, totalMinor))}</b>,
              },
            ]}
          />
        ) : null}
      </div>
      {payers.length > 1 ? (
        <div>
          <p className="small">
            <b>Split between {payers.length === 2 ? "two" : payers.length} payers</b>
          </p>
          <LedgerList
            rows={splitAmong(totalMinor, payers).map(({ name, basisPoints, amountMinor }) => ({
              label: `${name}, ${percentText(basisPoints)}`,
              amount: money(amountMinor),
            }))}
          />
        </div>
      ) : null}
      <Unreached payers={payers} familyId={familyId} />
      <TextAreaField meta={note} label="Note on the invoice" optional maxLength={2000} />
      <p className="buttons">
        {payers.length > 0 ? (
          <SubmitButton pending="Sending…" intent="send" formNoValidate>
            {sendText(payers)}
          </SubmitButton>
        ) : null}
        <SubmitButton pending="Saving…" intent="draft" variant="secondary" formNoValidate>
          Save draft
        </SubmitButton>
      </p>
      <p className="small dim">Sent invoices can’t be edited. To correct one, void it and send a new one.</p>
    </section>
  )
}

/** Payers who won't get a mail, with a link to add their address. */
function Unreached({ payers, familyId }: { payers: Payer[]; familyId: string }) {
  if (payers.length === 0)
    return (
      <Callout tone="red">
        <p>
          Nobody of this family pays yet. <Link to={paths.family(familyId)}>Give a guardian a share</Link>{" "}
          before you send.
        </p>
      </Callout>
    )
  const silent = payers.filter(({ email }) => !email)
  if (silent.length === 0) return null
  return (
    <Callout tone="amber">
      <p>No mail address for {silent.map(({ name }) => name).join(" and ")}. Print the invoice instead.</p>
    </Callout>
  )
}
