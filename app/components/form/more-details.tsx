import { useActionData } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"
import type { FieldMeta } from "./field-frame"

type MoreDetailsProps = { metas: readonly (FieldMeta | undefined)[]; children: ReactNode }

/** The fields of a form that can wait, closed until one of them is filled in or refused. */
export function MoreDetails({ metas, children }: MoreDetailsProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const answer = useActionData()
  const isRefused = metas.some((meta) => meta?.errors)
  // Closed by hand since, it would hide what is refused again.
  useEffect(() => {
    if (answer && isRefused && details.current) details.current.open = true
  }, [answer, isRefused])
  return (
    <details
      ref={details}
      className="disclosure"
      open={metas.some((meta) => meta?.errors || meta?.initialValue)}
    >
      <summary>More details</summary>
      {children}
    </details>
  )
}
