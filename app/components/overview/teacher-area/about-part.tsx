import { type SubmissionResult, useForm } from "@conform-to/react"
import { CheckBoxes, named } from "~/components/form/check-boxes"
import { PartForm } from "~/components/form/part-form"
import { TextAreaField } from "~/components/form/text-area-field"
import { EditablePart } from "~/components/ui/editable-part"

type AboutPartProps = {
  name: string
  instruments: string | null
  about: string | null
  /** What can be chosen, and what is. */
  choices: { names: string[]; chosen: string[] }
  /** who teaches alone keeps the list themself */
  isSolo: boolean
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

function OwnForm({ choices, about, isSolo, lastResult }: AboutPartProps) {
  const [form, fields] = useForm<{ instruments: string[]; about: string | null }>({
    id: "about-form",
    lastResult,
    defaultValue: { instruments: choices.chosen, about },
  })
  return (
    <PartForm part="about" form={form}>
      <CheckBoxes
        legend="Instruments"
        meta={fields.instruments}
        choices={named(choices.names)}
        hint={
          isSolo
            ? "Missing one? Add it in your school’s settings."
            : "Missing one? Ask your office to add it."
        }
      />
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
