import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Form } from "@remix-run/react"
import { Field, SelectField, TextAreaField } from "~/components/form/field"
import { GroupedOptions } from "~/components/form/grouped-options"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { Button, Link } from "~/components/ui/button"
import {
  type MatterPriority,
  matterPriorities,
  priorityLabels,
  snoozeChoices,
} from "~/models/platform/support-desk/desk"
import { paths } from "~/utils/paths"
import { answerFormId } from "./answer-form"
import { assignFormId } from "./matter-buttons"

const noteFormId = "note"
const sortFormId = "sort"

type MatterForm = "answer" | "note" | "sort" | "assign"

/** The forms of a matter's page by their IDs. */
export const matterFormIds: Record<MatterForm, string> = {
  answer: answerFormId,
  note: noteFormId,
  sort: sortFormId,
  assign: assignFormId,
}

/** Which of a matter's forms was refused. */
export function refusedForm(result: SubmissionResult | undefined): MatterForm | undefined {
  if (!result?.error) return undefined
  if ("handNote" in result.error || "assignee" in result.error) return "assign"
  if ("note" in result.error) return "note"
  return ["priority", "tags", "snooze"].some((name) => name in (result.error ?? {})) ? "sort" : "answer"
}

type SortPartProps = {
  result: SubmissionResult | undefined
  priority: MatterPriority
  tags: string[]
  snoozedUntil: string | null
}

/** Priority, tags and snoozing. */
export function SortPart({ result, priority, tags, snoozedUntil }: SortPartProps) {
  const [form, fields] = useForm<{ priority: string; tags: string; snooze: string }>({
    id: sortFormId,
    lastResult: result,
    defaultValue: { priority, tags: tags.join(", "), snooze: "keep" },
  })
  return (
    <section className="section no-print" aria-labelledby="sort-title">
      <h2 id="sort-title">Priority and tags</h2>
      <PostForm
        edits
        className="form"
        key={`${priority} ${tags.join()} ${snoozedUntil}`}
        {...getFormProps(form)}
      >
        <SelectField
          meta={fields.priority}
          label="Priority"
          choices={matterPriorities.map((value) => ({ value, label: priorityLabels[value] }))}
        />
        <Field meta={fields.tags} label="Tags" hint="For example, billing, import" maxLength={200} optional />
        <SelectField
          meta={fields.snooze}
          label="Snooze"
          hint={snoozedUntil ? `Snoozed until ${snoozedUntil}. A new message ends it.` : undefined}
          choices={[
            { value: "keep", label: snoozedUntil ? "Leave unchanged" : "Don’t snooze" },
            ...(snoozedUntil ? [{ value: "none", label: "End snooze now" }] : []),
            ...Object.entries(snoozeChoices).map(([value, label]) => ({ value, label: `For ${label}` })),
          ]}
        />
        <SubmitRow label="Save" intent="sort" variant="secondary" pending="Saving…" />
      </PostForm>
    </section>
  )
}

type Note = { id: string; staffName: string; content: string; when: string }

/** Notes for the staff alone. */
export function NotesPart({ result, notes }: { result: SubmissionResult | undefined; notes: Note[] }) {
  const [form, fields] = useForm<{ note: string }>({ id: noteFormId, lastResult: result })
  return (
    <section className="section" aria-labelledby="notes-title">
      <h2 id="notes-title">Internal notes</h2>
      {notes.length > 0 ? (
        <ol className="chat-messages">
          {notes.map(({ id, staffName, content, when }) => (
            <li className="chat-message" key={id}>
              <header>
                <b>{staffName}</b> {when}
              </header>
              <p className="message-text">{content}</p>
            </li>
          ))}
        </ol>
      ) : null}
      <PostForm makes className="form no-print" key={notes.at(-1)?.id} {...getFormProps(form)}>
        <TextAreaField
          meta={fields.note}
          label="Note"
          hint="Only staff can read it."
          rows={2}
          maxLength={2000}
        />
        <SubmitRow label="Add note" intent="note" variant="secondary" pending="Adding…" />
      </PostForm>
    </section>
  )
}

type SavedPickProps = {
  saved: { id: string; title: string }[]
  inserted: string | undefined
  /** whether the reader keeps the saved answers */
  canEdit: boolean
}

/** Begins the answer with a saved one. */
export function SavedPick({ saved, inserted, canEdit }: SavedPickProps) {
  if (saved.length === 0 && !canEdit) return null
  return (
    <Form method="get" className="toolbar no-print" preventScrollReset>
      {saved.length > 0 ? (
        <>
          <label htmlFor="saved-answer">Saved answer</label>
          <select id="saved-answer" name="saved" defaultValue={inserted}>
            <GroupedOptions choices={saved.map(({ id, title }) => ({ value: id, label: title }))} />
          </select>
          <Button>Insert</Button>
        </>
      ) : null}{" "}
      {canEdit ? (
        <Link to={paths.staffSavedAnswers()}>
          {saved.length > 0 ? "Edit saved answers" : "Add saved answers"}
        </Link>
      ) : null}
    </Form>
  )
}

type Part = { id: string; isAssistant: boolean; content: string; when: string }

/** What someone and the assistant wrote before they turned to the staff. */
export function AssistantPart({ messages }: { messages: Part[] }) {
  if (messages.length === 0) return null
  return (
    <details>
      <summary>Before that, with the assistant</summary>
      <ol className="chat-messages">
        {messages.map(({ id, isAssistant, content, when }) => (
          <li className="chat-message" key={id}>
            <header>
              <b>{isAssistant ? "Assistant" : "Customer"}</b> {when}
            </header>
            <p className="message-text">{content}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}
