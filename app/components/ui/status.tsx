import type { ReactNode } from "react"
import { NoteHead, type NoteHeadKind } from "./note-head"

type StatusProps = { head: NoteHeadKind; tone?: "ok" | "bad" | "warn" | "dim"; children: ReactNode }

/** A state as note head and label. */
export function Status({ head, tone, children }: StatusProps) {
  return (
    <span className={tone ? `status ${tone}` : "status"}>
      <NoteHead kind={head} />
      {children}
    </span>
  )
}
