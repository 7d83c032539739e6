import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import { LinkButton } from "~/components/ui/button"
import { MergeFields } from "~/components/ui/merge-fields"
import type { Wording } from "~/models/foundation/outbox/wording"
import { paths } from "~/utils/paths"

export const letterFormId = "letter-wording"

type LetterFormProps = {
  words: { subject: string; body: string }
  fields: readonly (readonly [name: string, label: string])[]
  /** The school has its own words. */
  isOwn: boolean
  result?: SubmissionResult
}

/** The subject and opening text of a letter, with what its merge fields stand for. */
export function LetterForm({ words, fields: mergeFields, isOwn, result }: LetterFormProps) {
  const [form, fields] = useForm<Record<"subject" | "body", string>>({
    id: letterFormId,
    lastResult: result,
    defaultValue: words,
  })
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <Field meta={fields.subject} label="Subject" maxLength={150} />
      <TextAreaField
        meta={fields.body}
        label="Opening text"
        hint="What the email is about, such as lessons and amounts, follows it. A blank line begins a new paragraph."
        rows={6}
        maxLength={3000}
      />
      <MergeFields fields={mergeFields} isOpen />
      <p className="buttons">
        <SubmitButton intent="save" isMain pending="Saving…">
          Save email
        </SubmitButton>
        <SubmitButton intent="preview" variant="secondary" pending="Previewing…">
          Preview
        </SubmitButton>
        {isOwn ? (
          <SubmitButton intent="standard" variant="secondary" pending="Saving…" formNoValidate>
            Back to the standard
          </SubmitButton>
        ) : null}
        <LinkButton to={`${paths.schoolEmails()}#letters`} variant="plain">
          Cancel
        </LinkButton>
      </p>
    </PostForm>
  )
}

/** How the email reads with its merge fields filled in with examples. */
export function LetterPreview({ subject, opening }: Wording) {
  return (
    <section className="sheet" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <p className="small dim">Filled in with an example.</p>
      <p>
        <b>{subject}</b>
      </p>
      {opening.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may say the same
        <p key={index} className="whitespace-pre-line wrap-anywhere">
          {paragraph}
        </p>
      ))}
    </section>
  )
}
