import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { useLocation } from "@remix-run/react"
import type { ReactNode } from "react"
import { Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Button, Link } from "~/components/ui/button"
import { CancelEdit, EditablePart } from "~/components/ui/editable-part"
import { openPart, toOpenPart } from "~/components/ui/edited-part"
import { type ListEntry, type ListKind, listLabels } from "~/models/accounts/school-list/school-list"
import { countOf } from "~/utils/formats"

type ListPartProps = {
  kind: ListKind
  entries: ListEntry[]
  /** what is done with the list besides */
  more?: ReactNode
  result?: SubmissionResult
}

/** With more entries than this, only the one that is opened has a form. */
const mostForms = 25

/** One of the school's lists: each entry opens to be renamed or archived, and a button opens the form for a new one. */
export function ListPart({ kind, entries, more, result }: ListPartProps) {
  const { noun, title, about } = listLabels[kind]
  const added = result?.initialValue?.intent === "add-entry" ? result : undefined
  const offered = entries.filter(({ isArchived }) => !isArchived)
  const archived = entries.filter(({ isArchived }) => isArchived)
  const EntryRow = offered.length > mostForms ? LongListEntry : Entry
  return (
    <EditablePart
      id={`${noun}s`}
      title={title}
      about={about}
      edit={`Add ${noun}`}
      isAnswered={added !== undefined}
      list={
        offered.length > 0 ? (
          <ul className="rows">
            {offered.map((entry) => (
              <EntryRow
                key={`${entry.id} ${entry.name}`}
                kind={kind}
                entry={entry}
                result={result?.initialValue?.entry === entry.id ? result : undefined}
              />
            ))}
          </ul>
        ) : (
          <p>No {noun}s yet.</p>
        )
      }
      below={
        <>
          {archived.length > 0 ? <ArchivedEntries kind={kind} entries={archived} /> : null}
          {more}
        </>
      }
    >
      <NewEntry kind={kind} result={added} />
    </EditablePart>
  )
}

function NewEntry({ kind, result }: Omit<ListPartProps, "entries" | "more">) {
  const { noun, example } = listLabels[kind]
  const [form, fields] = useForm<{ name: string }>({ id: `${kind}-form`, lastResult: result })
  return (
    <PartForm adds part={`${noun}s`} form={form} intent="add-entry" save={`Add ${noun}`} pending="Adding…">
      <input type="hidden" name="list" value={kind} />
      <Field meta={fields.name} label={`New ${noun}`} hint={example} maxLength={60} />
    </PartForm>
  )
}

/** What is archived of a list, each with a way back. */
export function ArchivedEntries({
  kind,
  entries,
}: {
  kind: ListKind
  entries: { id: string; name: string }[]
}) {
  return (
    <details>
      <summary>{countOf(entries.length, `archived ${listLabels[kind].noun}`)}</summary>
      <ul className="rows">
        {entries.map(({ id, name }) => (
          <li key={id}>
            <span>{name}</span>
            <PostForm sends={{ list: kind, entry: id }}>
              <Button intent="restore" aria-label={`Restore ${name}`}>
                Restore
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
    </details>
  )
}

type EntryProps = { kind: ListKind; entry: ListEntry; result?: SubmissionResult }

/** An entry as text, with its form below once it is opened. A refused name keeps it open. */
function Entry(props: EntryProps) {
  return (
    <li>
      <details className="grow" open={props.result !== undefined}>
        <summary className="flex items-center justify-between gap-4">
          <span className="wrap-anywhere">{props.entry.name}</span> <span className="as-link">Edit</span>
        </summary>
        <EntryForm {...props} />
      </details>
    </li>
  )
}

/** The same in a long list: its form is there only once the address opens it. */
function LongListEntry(props: EntryProps) {
  const { pathname, search } = useLocation()
  const { id, name } = props.entry
  const part = `${listLabels[props.kind].noun}-${id}`
  if (props.result === undefined && openPart(search) !== part)
    return (
      <li id={part}>
        <span className="wrap-anywhere">{name}</span>{" "}
        <Link to={toOpenPart(pathname, search, part)} preventScrollReset aria-label={`Edit ${name}`}>
          Edit
        </Link>
      </li>
    )
  return (
    <li id={part}>
      <div className="grow">
        <span className="wrap-anywhere">{name}</span>
        <EntryForm {...props} part={part} />
      </div>
    </li>
  )
}

function EntryForm({ kind, entry, result, part }: EntryProps & { part?: string }) {
  const [form, fields] = useForm<{ name: string }>({
    id: `${kind}-${entry.id}`,
    lastResult: result,
    defaultValue: { name: entry.name },
  })
  return (
    <PostForm edits className="form mt-3" {...getFormProps(form)} sends={{ list: kind, entry: entry.id }}>
      <Field meta={fields.name} label="Name" maxLength={60} autoComplete="off" />
      <div className="buttons">
        <SubmitButton intent="rename-entry" variant="secondary" pending="Saving…" isMain label="Save" />
        <Button intent="archive" variant="plain" formNoValidate>
          Archive<span className="visually-hidden"> {entry.name}</span>
        </Button>
        {part ? <CancelEdit part={part} /> : null}
      </div>
    </PostForm>
  )
}
