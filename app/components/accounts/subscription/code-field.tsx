import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { SubmitRow } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"

type CodeFieldProps = {
  meta: FieldMeta
  /** what the code does, a sentence for each plan it works with */
  quote: { code: string; lines: string[] } | undefined
}

/** A coupon code, and what the school pays with it: its button only looks it up, so Enter may do that. */
export function CodeField({ meta, quote }: CodeFieldProps) {
  return (
    <div className="section">
      <Field
        meta={meta}
        label="Coupon code"
        hint="For a new subscription or a larger plan. A code works once and can’t be given back."
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        optional
      />
      <SubmitRow label="Check code" intent="check-code" isMain variant="plain" pending="Checking…" />
      {quote ? (
        <Callout>
          <p>
            <b>What you pay with {quote.code}</b>
          </p>
          <ul>
            {quote.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Callout>
      ) : null}
    </div>
  )
}
