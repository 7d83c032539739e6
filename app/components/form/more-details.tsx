import type { ReactNode } from "react"
import type { FieldMeta } from "./field-frame"

type MoreDetailsProps = { metas: readonly (FieldMeta | undefined)[]; children: ReactNode }

/** The fields of a form that can wait, closed until one of them is filled in or refused. */
export function MoreDetails({ metas, children }: MoreDetailsProps) {
  return (
    <details className="disclosure" open={metas.some((meta) => meta?.errors || meta?.initialValue)}>
      <summary>More details</summary>
      {children}
    </details>
  )
}
