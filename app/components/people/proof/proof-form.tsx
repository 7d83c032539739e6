import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ReactNode } from "react"
import { DateField, Field, SelectField } from "~/components/form/field"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { largestFile } from "~/models/accounts/school-file/school-file"
import { longestNote } from "~/models/people/proof/proof"
import { mostText } from "~/utils/bytes"

export type KindChoice = { id: string; name: string; months: number | null }
export type ProofStart = {
  id: string
  validUntil: string | null
  note: string | null
  fileName: string | null
}

type ProofFormProps = {
  id: string
  intent: "add" | "save" | "save-and-accept" | "hand-in"
  save: string
  /** What can be chosen; a document that is there has its kind. */
  kinds?: KindChoice[]
  /** Whose it is, where that is chosen. */
  people?: { id: string; name: string }[]
  start?: ProofStart
  result?: SubmissionResult
  /** Beside the button. */
  children?: ReactNode
}

/** A document with its last day and its file; a form that was refused needs the file again. */
export function ProofForm({ id, intent, save, kinds, people, start, result, children }: ProofFormProps) {
  const [form, fields] = useForm<
    Record<"whose" | "kind" | "validUntil" | "note" | "file" | "proofId", string>
  >({
    id,
    lastResult: result,
    defaultValue: {
      kind: kinds?.length === 1 ? kinds[0]?.id : undefined,
      validUntil: start?.validUntil ?? undefined,
      note: start?.note ?? undefined,
    },
  })
  return (
    <PostForm
      edits={start !== undefined}
      className="form"
      encType="multipart/form-data"
      {...getFormProps(form)}
    >
      {start ? <input type="hidden" name="proofId" value={start.id} /> : null}
      {people?.length === 1 ? <input type="hidden" name="whose" value={people[0]?.id} /> : null}
      {people && people.length > 1 ? (
        <SelectField
          meta={fields.whose}
          label="For"
          prompt="Choose a student"
          choices={people.map((person) => ({ value: person.id, label: person.name }))}
        />
      ) : null}
      {kinds ? (
        <SelectField
          meta={fields.kind}
          label="Document"
          prompt="Choose a document"
          choices={kinds.map(({ id: value, name }) => ({ value, label: name }))}
        />
      ) : null}
      <DateField
        meta={fields.validUntil}
        label="Valid until"
        hint="The last day. Leave it blank for a document that doesn’t expire."
        optional
      />
      <Field
        meta={fields.file}
        label={start?.fileName ? "Replace the file" : "File"}
        type="file"
        accept="image/*,application/pdf"
        hint={`A photo or PDF, up to ${mostText(largestFile)}`}
        optional
      />
      <Field
        meta={fields.note}
        label="Note"
        hint={intent === "hand-in" ? "The school reads it." : "The teacher or family reads it, too."}
        optional
        maxLength={longestNote}
      />
      <div className="buttons">
        <SubmitButton intent={intent} pending="Saving…">
          {save}
        </SubmitButton>
        {children}
      </div>
    </PostForm>
  )
}
