import { type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { TextAreaField } from "~/components/form/text-area-field"
import { EditablePart } from "~/components/ui/editable-part"
import type { AboutForm } from "~/models/people/teacher/about-form"

type AboutPartProps = {
  name: string
  instruments: string | null
  about: string | null
  lastResult: SubmissionResult<string[]> | undefined
}

/** What families read about a teacher. Sends `intent` about. */
export function AboutPart(props: AboutPartProps) {
  const { name, instruments, about, lastResult } = props
  return (
    <EditablePart
      id="about"
      title="Your profile for families"
      about={`Families see this on their schedule, next to your name, ${name}.`}
      isAnswered={lastResult !== undefined}
      facts={[
        ["Instruments", instruments],
        ["About you", about],
      ]}
    >
      <OwnForm {...props} />
    </EditablePart>
  )
}

function OwnForm({ instruments, about, lastResult }: AboutPartProps) {
  const [form, fields] = useForm<AboutForm>({
    id: "about-form",
    lastResult,
    defaultValue: { instruments, about },
  })
  return (
    <PartForm part="about" form={form}>
      <Field meta={fields.instruments} label="Instruments" optional maxLength={200} />
      <TextAreaField
        meta={fields.about}
        label="About you"
        hint="Where you trained, what you like to teach and how to reach you"
        optional
        rows={5}
        maxLength={1000}
      />
    </PartForm>
  )
}
