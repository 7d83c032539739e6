import type { ReactNode } from "react"
import { Callout } from "~/components/ui/callout"
import type { EInvoiceGap } from "~/models/accounts/school/e-invoices"
import { gapLabels } from "~/texts/accounts/e-invoices"

type MissingProps = {
  gaps: readonly EInvoiceGap[]
  /** where the reader adds what is missing */
  children?: ReactNode
}

/** What is missing for invoices to carry an e-invoice. */
export function MissingForEInvoice({ gaps, children }: MissingProps) {
  const needed = gaps.filter((gap) => gap !== "seller-bank")
  if (gaps.length === 0) return null
  return (
    <Callout tone="amber">
      {needed.length > 0 ? (
        <p>
          Until you add this, invoices are sent without an e-invoice:{" "}
          {needed.map((gap) => gapLabels[gap]).join("; ")}. {children}
        </p>
      ) : null}
      {gaps.includes("seller-bank") ? (
        <p>Add {gapLabels["seller-bank"]} for e-invoices that say where to pay.</p>
      ) : null}
    </Callout>
  )
}
