import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { LedgerList } from "~/components/ui/ledger-list"
import { periodText } from "~/models/money/invoice/invoice-paper"
import type { PayPeriod } from "~/models/money/pay/pay-period"
import { countOf } from "~/utils/count-of"
import { formatMoney } from "~/utils/money"

/** What approving would put on payslips right now. */
export type PayCheckFacts = {
  period: PayPeriod
  teachers: { teacherId: string; name: string; totalMinor: number }[]
  totalMinor: number
  /** Names this review: sent twice, it approves once. */
  reviewKey: string
}

/** Confirms the pay of the teachers that were ticked, with each sum, before it is approved. */
export function PayCheck({
  period,
  teachers,
  totalMinor,
  reviewKey,
  currency,
}: PayCheckFacts & { currency: string }) {
  const sum = formatMoney(totalMinor, currency)
  const who = countOf(teachers.length, "teacher")
  return (
    <PostForm className="stack" id="pay-check" aria-labelledby="pay-check-title">
      <h2 id="pay-check-title">
        Approve {sum} for {who}?
      </h2>
      <p>
        Pay for {periodText(period.from, period.to)}. Teachers see approved pay. You can reopen it until you
        lock it.
      </p>
      <input type="hidden" name="from" value={period.from} />
      <input type="hidden" name="to" value={period.to} />
      <input type="hidden" name="reviewed" value={totalMinor} />
      <input type="hidden" name="key" value={reviewKey} />
      {teachers.map(({ teacherId }) => (
        <input key={teacherId} type="hidden" name="teacher[]" value={teacherId} />
      ))}
      <LedgerList
        rows={teachers.map((each) => ({ label: each.name, amount: formatMoney(each.totalMinor, currency) }))}
        total={{ label: who, amount: sum }}
      />
      <p className="buttons">
        <SubmitButton intent="approve-pay" isMain pending="Approving…">
          Approve {who}
        </SubmitButton>
        <SubmitButton intent="edit" variant="secondary" pending="Going back…">
          Back to the list
        </SubmitButton>
      </p>
    </PostForm>
  )
}
