import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import { Callout } from "~/components/ui/callout"
import { notEmailedText } from "~/models/foundation/outbox/returned-address"
import {
  bannerDays,
  bannerLabels,
  longestBody,
  longestSubject,
} from "~/models/platform/announcement/announcement"
import type { AnnouncementForm as AnnouncementFields } from "~/models/platform/announcement/announcement-form"
import { countOf } from "~/utils/count-of"

export const announcementFormId = "announcement"

type Preview = {
  people: number
  schools: number
  first: { memberId: string; schoolId: string; name: string; schoolName: string }[]
  returned: string[]
}

type AnnouncementFormProps = {
  /** The announcement’s own key, so that sending twice sends once. */
  formKey: string
  result: SubmissionResult | undefined
  preview: Preview | undefined
}

/** Writes to everyone who administers a school: first a preview of who they are, then the mail itself. */
export function AnnouncementForm({ formKey, result, preview }: AnnouncementFormProps) {
  const [form, fields] = useForm<AnnouncementFields>({
    id: announcementFormId,
    lastResult: result,
    defaultValue: { banner: "none" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="shown" value={preview?.people ?? -1} />
      <Field meta={fields.subject} label="Subject" maxLength={longestSubject} />
      <TextAreaField meta={fields.body} label="Message" rows={8} maxLength={longestBody} />
      <SelectField
        meta={fields.banner}
        label="Where"
        hint="A banner shows the subject and the first paragraph."
        choices={bannerDays.map((value) => ({ value, label: bannerLabels[value] }))}
      />
      {preview ? <Recipients {...preview} /> : null}
      <p className="buttons">
        {preview && preview.people > 0 ? (
          <SubmitButton intent="send" pending="Starting…">
            Send to {countOf(preview.people, "person", "people")}
          </SubmitButton>
        ) : null}
        <SubmitButton intent="preview" variant="secondary" pending="Counting…">
          Preview recipients
        </SubmitButton>
      </p>
    </PostForm>
  )
}

function Recipients({ people, schools, first, returned }: Preview) {
  return (
    <Callout>
      <p>
        This goes to {countOf(people, "person", "people")} who administer{" "}
        {countOf(schools, "school", "schools")}.
      </p>
      <ul className="rows">
        {first.map(({ memberId, schoolId, name, schoolName }) => (
          <li key={`${schoolId} ${memberId}`}>
            {name} <span className="dim">{schoolName}</span>
          </li>
        ))}
      </ul>
      {people > first.length ? <p className="dim">{`And ${people - first.length} more.`}</p> : null}
      {returned.length > 0 ? <p>{notEmailedText(returned)}</p> : null}
    </Callout>
  )
}
