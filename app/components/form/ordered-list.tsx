import type { SubmissionResult } from "@conform-to/react"
import type { ReactNode } from "react"
import { Button } from "~/components/ui/button"
import { PostForm } from "./post-form"

// A list that a school keeps in its own order. Each entry opens to be changed or moved; what is no longer offered is below.

type Entry = { id: string; name: string }

export type OrderedEntryProps = { isFirst: boolean; isLast: boolean; result?: SubmissionResult }

/** The entries in their order. `idField` carries an entry's id: an answer that holds it goes to that entry alone. */
export function OrderedList<Listed extends Entry>({
  entries,
  idField,
  result,
  children,
}: {
  entries: Listed[]
  idField: string
  result?: SubmissionResult
  children: (entry: Listed, props: OrderedEntryProps) => ReactNode
}) {
  if (entries.length === 0) return null
  return (
    <ul className="rows">
      {entries.map((entry, index) =>
        children(entry, {
          isFirst: index === 0,
          isLast: index === entries.length - 1,
          result: result?.initialValue?.[idField] === entry.id ? result : undefined,
        }),
      )}
    </ul>
  )
}

/** One entry: its name and facts, and behind "Edit" its form. */
export function OrderedEntry({
  name,
  facts,
  isOpen,
  children,
}: {
  name: string
  facts: (string | null | undefined)[]
  isOpen: boolean
  children: ReactNode
}) {
  return (
    <li>
      <details className="grow" open={isOpen}>
        <summary className="flex items-center justify-between gap-4">
          <span className="wrap-anywhere">
            {name} <span className="dim">{facts.filter(Boolean).join(", ")}</span>
          </span>{" "}
          <span className="as-link">Edit</span>
        </summary>
        {children}
      </details>
    </li>
  )
}

/** Entries that are no longer offered, each with what brings it back. */
export function PutAwayEntries<Listed extends Entry>({
  title,
  entries,
  idField,
  factOf,
  children,
}: {
  title: string
  entries: Listed[]
  idField: string
  factOf?: (entry: Listed) => string
  /** more buttons beside Restore */
  children?: (entry: Listed) => ReactNode
}) {
  if (entries.length === 0) return null
  return (
    <details className="disclosure">
      <summary>
        {title} ({entries.length})
      </summary>
      <ul className="rows">
        {entries.map((entry) => (
          <li key={entry.id}>
            <span className="wrap-anywhere">
              {entry.name} {factOf ? <span className="dim">{factOf(entry)}</span> : null}
            </span>
            <PostForm className="buttons">
              <input type="hidden" name={idField} value={entry.id} />
              <EntryButton intent="restore" label="Restore" name={entry.name} />
              {children?.(entry)}
            </PostForm>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Moves an entry up or down among the others. */
export function MoveButtons({ name, isFirst, isLast }: { name: string } & OrderedEntryProps) {
  return (
    <>
      {isFirst ? null : <EntryButton intent="up" label="Move up" name={name} />}
      {isLast ? null : <EntryButton intent="down" label="Move down" name={name} />}
    </>
  )
}

/** Does something with an entry whatever its fields hold. */
export const EntryButton = ({ intent, label, name }: { intent: string; label: string; name: string }) => (
  <Button intent={intent} variant="plain" formNoValidate>
    {label}
    <span className="visually-hidden"> {name}</span>
  </Button>
)
