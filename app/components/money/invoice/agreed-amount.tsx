import type { getFormProps } from "@conform-to/react"
import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Link } from "~/components/ui/link"
import type { AgreedChange } from "~/models/money/agreed-amount/agreed-amount"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { ChargeReason } from "./charge-reason"

type AgreedAmountProps = {
  formProps: ReturnType<typeof getFormProps>
  fields: { amount: FieldMeta; reason: FieldMeta }
  charge: { seatId: string | null; packageId: string | null; usualMinor: number | null }
  /** beside the amount: its discounts */
  hint: string | undefined
  currency: string
  /** the new invoice that this was opened from, or Ready to invoice */
  back: string
}

/** Another amount for a lesson or a package, with the ways back to the usual one and to charging nothing. */
export function AgreedAmount({ formProps, fields, charge, hint, currency, back }: AgreedAmountProps) {
  const { seatId, packageId, usualMinor } = charge
  return (
    <PostForm className="form" {...formProps}>
      {seatId ? (
        <p className="dim">
          Attendance that charges as much as now keeps the amount you enter. If it changes to charge something
          else, the usual price applies, and the attendance page says so.
        </p>
      ) : null}
      {packageId ? (
        <p className="dim">
          If you waive it, the family keeps the lessons. To end those, too,{" "}
          <Link to={paths.package(packageId)}>end the package</Link>.
        </p>
      ) : null}
      <Field meta={fields.amount} label="Amount" hint={hint} inputMode="decimal" maxLength={40} />
      <ChargeReason meta={fields.reason} />
      <p className="buttons">
        <SubmitButton isMain pending="Saving…">
          Save
        </SubmitButton>
        {usualMinor === null ? null : (
          <SubmitButton pending="Saving…" intent="usual" variant="secondary" formNoValidate>
            Use the usual {formatMoney(usualMinor, currency)} again
          </SubmitButton>
        )}
        {packageId ? (
          <SubmitButton pending="Waiving…" intent="waive" variant="danger" formNoValidate>
            Waive charge
          </SubmitButton>
        ) : null}
        {seatId ? <Link to={paths.waiver(seatId, { back })}>Waive lesson</Link> : null}
      </p>
    </PostForm>
  )
}

/** Each amount that was set by hand, with who did it and why. */
export function AgreedChanges({ changes, currency }: { changes: AgreedChange[]; currency: string }) {
  if (changes.length === 0) return null
  return (
    <section className="section" aria-labelledby="changes">
      <h2 id="changes">Changes</h2>
      <ul className="rows small">
        {changes.map(({ id, at, actorName, fromMinor, toMinor, reason }) => (
          <li key={id}>
            <span>
              {formatMoney(fromMinor, currency)} changed to {formatMoney(toMinor, currency)}: {reason}{" "}
              <span className="block text-13 text-ink-2">
                {actorName}, {at}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
