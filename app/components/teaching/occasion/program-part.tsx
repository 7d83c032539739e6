import type { SubmissionResult } from "@conform-to/react"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import type { Answer } from "~/models/teaching/occasion/occasion"
import { programText } from "~/models/teaching/occasion/program"
import { EntryForm } from "./entry-form"
import { type Entry, ProgramList } from "./program-list"

type ProgramPartProps = {
  entries: Entry[]
  guests: { studentId: string; name: string; answer: Answer | null }[]
  /** the page itself, and the page that is printed */
  to: string
  sheetTo: string
  /** the entry that the address names */
  editing: string | null
  formKey: string
  isOpen: boolean
  canMove: boolean
  answer?: { result: SubmissionResult<string[]>; chosen?: string[] }
}

/** The program of an event with the form that adds to it or changes an entry. */
export function ProgramPart(props: ProgramPartProps) {
  const { entries, guests, to, sheetTo, editing, formKey, isOpen, canMove, answer } = props
  const entry = entries.find(({ id, isOwn }) => id === editing && isOwn)
  const open = isOpen ? entries : entries.map((each) => ({ ...each, isOwn: false }))
  return (
    <>
      {entries.length === 0 ? (
        <EmptyState>
          {!isOpen
            ? "No pieces."
            : guests.length === 0
              ? "No pieces yet. You can add them once students are invited."
              : "No pieces yet. Add who plays what, in the order of the program."}
        </EmptyState>
      ) : (
        <>
          <p>
            {programText(entries)}. <Link to={sheetTo}>Program to print</Link>
          </p>
          <ProgramList entries={open} editTo={(id) => `${to}?entry=${id}`} canMove={canMove} />
        </>
      )}
      {isOpen && guests.length > 0 ? (
        <section className="section narrow" aria-labelledby="entry-form">
          <h2 id="entry-form">{entry ? `Edit ${entry.piece}` : "Add a piece"}</h2>
          <EntryForm
            key={`${entry?.id} ${entries.length}`}
            entry={entry}
            guests={guests}
            chosen={answer?.chosen}
            leaveTo={to}
            formKey={formKey}
            result={answer?.result}
          />
        </section>
      ) : null}
    </>
  )
}
