import type { ReactNode } from "react"
import type { NoteHeadKind } from "./note-head"

type StatusProps = { head: NoteHeadKind; tone?: "ok" | "bad" | "warn" | "dim"; children: ReactNode }

/** A state as note head and label. */
export function Status({ head, tone, children }: StatusProps) {
  return (
    <span className={tone ? `status ${tone}` : "status"}>
      <i className={`note-head head-${head}`} aria-hidden="true" />
      {children}
    </span>
  )
}
