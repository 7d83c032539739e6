import type { ReactNode } from "react"
import type { NoteHeadKind } from "./note-head"

type StatusProps = { head: NoteHeadKind; tone?: "ok" | "bad" | "warn" | "dim"; children: ReactNode }

/**
 * A state as note head and label. The head is drawn by the styles: a list has hundreds of them. Without these only the space
 * before it keeps it apart from a name or a date.
 */
export function Status({ head, tone, children }: StatusProps) {
  return (
    <>
      {" "}
      <span className={`status head-${head}${tone ? ` ${tone}` : ""}`}>{children}</span>
    </>
  )
}
