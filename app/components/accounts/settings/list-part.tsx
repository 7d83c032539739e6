import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button } from "~/components/ui/button"
import { type ListEntry, type ListKind, listLabels } from "~/models/accounts/school-list/school-list"
import { countOf } from "~/utils/count-of"

type ListPartProps = { kind: ListKind; entries: ListEntry[]; result?: SubmissionResult }

/** One of the school's lists: each entry opens to be renamed or archived, and a form adds a new one. */
export function ListPart({ kind, entries, result }: ListPartProps) {
  const { noun, title, about, example } = listLabels[kind]
  const [form, fields] = useForm<{ name: string }>({
    id: `${kind}-form`,
    lastResult: result?.initialValue?.intent === "add-entry" ? result : undefined,
  })
  const offered = entries.filter(({ isArchived }) => !isArchived)
  const archived = entries.filter(({ isArchived }) => isArchived)
  return (
    <section className="section" aria-labelledby={`${kind}-title`} id={`${noun}s`}>
      <h2 id={`${kind}-title`}>{title}</h2>
      <p className="dim">{about}</p>
      {offered.length > 0 ? (
        <ul className="rows">
          {offered.map((entry) => (
            <Entry
              key={`${entry.id} ${entry.name}`}
              kind={kind}
              entry={entry}
              result={result?.initialValue?.entry === entry.id ? result : undefined}
            />
          ))}
        </ul>
      ) : (
        <p>No {noun}s yet.</p>
      )}
      <PostForm className="form" id={form.id} noValidate={form.noValidate} onSubmit={form.onSubmit}>
        <input type="hidden" name="list" value={kind} />
        <Field meta={fields.name} label={`New ${noun}`} hint={example} maxLength={60} />
        <p>
          <SubmitButton intent="add-entry" variant="secondary" pending="Adding…">
            Add {noun}
          </SubmitButton>
        </p>
      </PostForm>
      {archived.length > 0 ? (
        <details>
          <summary>{countOf(archived.length, `archived ${noun}`)}</summary>
          <ul className="rows">
            {archived.map(({ id, name }) => (
              <li key={id}>
                <span>{name}</span>
                <PostForm>
                  <input type="hidden" name="list" value={kind} />
                  <input type="hidden" name="entry" value={id} />
                  <Button type="submit" name="intent" value="restore" aria-label={`Restore ${name}`}>
                    Restore
                  </Button>
                </PostForm>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  )
}

type EntryProps = { kind: ListKind; entry: ListEntry; result?: SubmissionResult }

/** An entry as text, with its form below once it is opened. A refused name keeps it open. */
function Entry({ kind, entry, result }: EntryProps) {
  const [form, fields] = useForm<{ name: string }>({
    id: `${kind}-${entry.id}`,
    lastResult: result,
    defaultValue: { name: entry.name },
  })
  return (
    <li>
      <details className="grow" open={result !== undefined}>
        <summary className="flex items-center justify-between gap-4">
          <span className="wrap-anywhere">{entry.name}</span>
          <span className="as-link">Edit</span>
        </summary>
        <PostForm className="form mt-3" {...getFormProps(form)}>
          <input type="hidden" name="list" value={kind} />
          <input type="hidden" name="entry" value={entry.id} />
          <Field meta={fields.name} label="Name" maxLength={60} autoComplete="off" />
          <div className="buttons">
            <SubmitButton intent="rename-entry" variant="secondary" pending="Saving…" isMain>
              Save
            </SubmitButton>
            <Button type="submit" name="intent" value="archive" variant="plain" formNoValidate>
              Archive<span className="visually-hidden"> {entry.name}</span>
            </Button>
          </div>
        </PostForm>
      </details>
    </li>
  )
}
