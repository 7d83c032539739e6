import type { SubmissionResult } from "@conform-to/react"
import { getFormProps, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import { impactLabels, impacts, type UpdateState, updateLabels } from "~/models/platform/service/incident"

export const editFormId = (updateId: string) => `edit-${updateId}`

type EditUpdateProps = {
  incident: { id: string; title: string; impact: keyof typeof impactLabels }
  update: { id: string; state: UpdateState; text: string }
  result: SubmissionResult | undefined
}

/** Corrects what was told: the title, what visitors notice, and this message. Its time stays. */
export function EditUpdate({ incident, update, result }: EditUpdateProps) {
  const [form, fields] = useForm<{ title: string; impact: string; message: string }>({
    id: editFormId(update.id),
    lastResult: result,
    defaultValue: { title: incident.title, impact: incident.impact, message: update.text },
  })
  return (
    <details open={result !== undefined}>
      <summary>Edit “{updateLabels[update.state]}”</summary>
      <PostForm edits className="form" {...getFormProps(form)}>
        <input type="hidden" name="incidentId" value={incident.id} />
        <input type="hidden" name="updateId" value={update.id} />
        <Field meta={fields.title} label="Title" maxLength={120} />
        <SelectField
          meta={fields.impact}
          label="Impact"
          choices={impacts.map((value) => ({ value, label: impactLabels[value] }))}
        />
        <TextAreaField meta={fields.message} label="Message" rows={3} maxLength={1000} />
        <p>
          <SubmitButton intent="incident-edit" variant="secondary" pending="Saving…">
            Save correction
          </SubmitButton>
        </p>
      </PostForm>
    </details>
  )
}
