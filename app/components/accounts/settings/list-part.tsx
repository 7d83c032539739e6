import { type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button } from "~/components/ui/button"
import { type ListEntry, type ListKind, listLabels } from "~/models/accounts/school-list/school-list"

type ListPartProps = { kind: ListKind; entries: ListEntry[]; result?: SubmissionResult }

/** One of the school's lists: each entry can be renamed or put away, and a new one added. */
export function ListPart({ kind, entries, result }: ListPartProps) {
  const { noun, title, about, example } = listLabels[kind]
  const [form, fields] = useForm<{ name: string }>({
    id: `${kind}-form`,
    lastResult: result?.initialValue?.intent === "add-entry" ? result : undefined,
  })
  const offered = entries.filter(({ isArchived }) => !isArchived)
  const away = entries.filter(({ isArchived }) => isArchived)
  return (
    <section className="section" aria-labelledby={`${kind}-title`} id={`${noun}s`}>
      <h2 id={`${kind}-title`}>{title}</h2>
      <p className="dim">{about}</p>
      {offered.length > 0 ? (
        <ul className="rows">
          {offered.map((entry) => (
            <li key={entry.id}>
              <PostForm className="toolbar grow">
                <input type="hidden" name="list" value={kind} />
                <input type="hidden" name="entry" value={entry.id} />
                <input
                  className="fill"
                  name="name"
                  aria-label={`Name of ${entry.name}`}
                  defaultValue={entry.name}
                  key={entry.name}
                  maxLength={60}
                  required
                />
                <Button
                  type="submit"
                  name="intent"
                  value="rename-entry"
                  data-main=""
                  aria-label={`Rename ${entry.name}`}
                >
                  Rename
                </Button>
                <Button
                  type="submit"
                  name="intent"
                  value="archive"
                  variant="plain"
                  aria-label={`Put away ${entry.name}`}
                >
                  Put away
                </Button>
              </PostForm>
            </li>
          ))}
        </ul>
      ) : (
        <p>None yet.</p>
      )}
      <PostForm className="form" id={form.id} noValidate={form.noValidate} onSubmit={form.onSubmit}>
        <input type="hidden" name="list" value={kind} />
        <Field meta={fields.name} label={`New ${noun}`} hint={example} maxLength={60} />
        <p>
          <SubmitButton intent="add-entry" variant="secondary" pending="Adding…">
            Add
          </SubmitButton>
        </p>
      </PostForm>
      {away.length > 0 ? (
        <details>
          <summary>Put away: {away.length}</summary>
          <ul className="rows">
            {away.map(({ id, name }) => (
              <li key={id}>
                <span>{name}</span>
                <PostForm>
                  <input type="hidden" name="list" value={kind} />
                  <input type="hidden" name="entry" value={id} />
                  <Button type="submit" name="intent" value="restore" aria-label={`Offer ${name} again`}>
                    Offer again
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
