import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import { blockDayLabels, blockDays } from "~/models/platform/abuse/block"

export const networkFormId = "block-network"
export const sendingFormId = "block-sending"

const choices = blockDays.map((value) => ({ value, label: blockDayLabels[value] }))
type Text = FieldMetadata<string>

const DurationAndReason = ({ days, reason }: { days: Text; reason: Text }) => (
  <>
    <SelectField meta={days} label="Duration" choices={choices} />
    <TextAreaField
      meta={reason}
      label="Internal reason"
      hint="Only staff can read this."
      rows={2}
      maxLength={500}
    />
  </>
)

type BlockFormProps = { result: SubmissionResult | undefined }

/** Refuses an address or a network. */
export function BlockNetworkForm({ result }: BlockFormProps) {
  const [form, fields] = useForm<{ network: string; days: string; reason: string }>({
    id: networkFormId,
    lastResult: result,
    defaultValue: { days: "7" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <Field
        meta={fields.network}
        label="IP address or network"
        hint="For example, 203.0.113.7 or 203.0.113.0/24"
        maxLength={60}
        spellCheck={false}
      />
      <DurationAndReason days={fields.days} reason={fields.reason} />
      <p>
        <SubmitButton intent="block-network" variant="danger" pending="Blocking…">
          Block network
        </SubmitButton>
      </p>
    </PostForm>
  )
}

/** Lets a school's email wait. */
export function BlockSendingForm({ result, schoolId }: BlockFormProps & { schoolId: string | undefined }) {
  const [form, fields] = useForm<{ school: string; days: string; reason: string }>({
    id: sendingFormId,
    lastResult: result,
    defaultValue: { days: "1", school: schoolId ?? "" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <p>The school’s emails wait until the block ends. Password resets and login emails still go out.</p>
      <Field
        meta={fields.school}
        label="School ID"
        hint="The last part of the address of the school’s page"
        maxLength={64}
        spellCheck={false}
      />
      <DurationAndReason days={fields.days} reason={fields.reason} />
      <p>
        <SubmitButton intent="block-sending" variant="danger" pending="Stopping…">
          Stop this school’s emails
        </SubmitButton>
      </p>
    </PostForm>
  )
}
