import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field, SelectField, TextAreaField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { MergeFields } from "~/components/ui/merge-fields"
import { longestBody } from "~/models/communication/messaging/messaging"
import type { SavedAnswerFields as Fields } from "~/models/communication/saved-answer/saved-answer"
import { answerFieldTexts } from "~/texts/communication/saved-answers"
import { paths } from "~/utils/paths"

export const savedAnswerFormId = "saved-answer"

type SavedAnswerFormProps = {
  answer?: Fields
  /** Whether they may keep answers for everyone. */
  mayShare: boolean
  result?: SubmissionResult
}

/** A saved answer, new or to be changed. */
export function SavedAnswerForm({ answer, mayShare, result }: SavedAnswerFormProps) {
  const [form, fields] = useForm<Fields>({
    id: savedAnswerFormId,
    lastResult: result,
    defaultValue: answer ?? { name: "", body: "", whose: "own" },
  })
  return (
    <PostForm edits={answer !== undefined} className="form" {...getFormProps(form)}>
      <Field meta={fields.name} label="Title" hint="Shown in the list of saved answers." maxLength={80} />
      <TextAreaField meta={fields.body} label="Text" rows={6} maxLength={longestBody} />
      <MergeFields fields={Object.entries(answerFieldTexts)} isOpen />
      {mayShare && answer?.whose !== "school" ? (
        <SelectField
          meta={fields.whose}
          label="For"
          choices={[
            { value: "own", label: "Me" },
            { value: "school", label: "Everyone who works here" },
          ]}
        />
      ) : (
        <input type="hidden" name="whose" value={answer?.whose ?? "own"} />
      )}
      <SubmitRow label={answer ? "Save answer" : "Add answer"} intent="save" isMain pending="Saving…" />
    </PostForm>
  )
}

type UseSavedAnswerProps = {
  meta: FieldMeta
  answers: readonly { id: string; name: string }[]
}

/** Puts a saved answer below what is written. Comes first in a form in which Enter does nothing, and works without a script. */
export function UseSavedAnswer({ meta, answers }: UseSavedAnswerProps) {
  if (answers.length === 0)
    return (
      <p className="dim small">
        Writing the same often? <Link to={paths.savedAnswers()}>Save it as an answer</Link>
      </p>
    )
  return (
    <div className="toolbar">
      <SelectField
        meta={meta}
        label="Saved answer"
        prompt="Choose an answer"
        optional
        choices={answers.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SubmitButton
        intent="use"
        variant="secondary"
        pending="Adding…"
        formNoValidate
        className="button self-end"
        label="Use answer"
      />
      <Link className="self-end" to={paths.savedAnswers()}>
        Saved answers
      </Link>
    </div>
  )
}
