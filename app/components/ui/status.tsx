import type { ReactNode } from "react"
import type { NoteHeadKind } from "./note-head"

type StatusProps = {
  /** in place of children, from a table of states */
  word?: string
  children?: ReactNode
} & (
  | { head: NoteHeadKind; tone?: "ok" | "bad" | "warn" | "dim" }
  | { head?: undefined; tone: keyof typeof usualHeads }
)

/** The note head of a state that is only good or bad. */
const usualHeads = { ok: "on", bad: "x" } as const

/**
 * A state as note head and label. The head is drawn by the styles: a list has hundreds of them. Without these only the space
 * before it keeps it apart from a name or a date.
 */
export function Status({ word, children = word, ...look }: StatusProps) {
  const { tone } = look
  const head = look.head ?? usualHeads[look.tone]
  return (
    <>
      {" "}
      <span className={`status head-${head}${tone ? ` ${tone}` : ""}`}>{children}</span>
    </>
  )
}
