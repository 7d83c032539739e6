import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import type { AboutForm } from "~/models/people/teacher/about-form"

type AboutPartProps = {
  name: string
  instruments: string | null
  about: string | null
  lastResult: SubmissionResult<string[]> | undefined
}

/** What families read about a teacher. Sends `intent` about. */
export function AboutPart({ name, instruments, about, lastResult }: AboutPartProps) {
  const [form, fields] = useForm<AboutForm>({
    id: "about",
    lastResult,
    defaultValue: { instruments, about },
  })
  return (
    <section className="section" aria-labelledby="about-title">
      <h2 id="about-title">Your profile for families</h2>
      <p className="dim">Families see this on their schedule, next to your name, {name}.</p>
      <PostForm className="form" {...getFormProps(form)}>
        <Field meta={fields.instruments} label="Instruments" optional maxLength={200} />
        <TextAreaField
          meta={fields.about}
          label="About you"
          hint="Where you trained, what you like to teach and how to reach you"
          optional
          rows={5}
          maxLength={1000}
        />
        <p>
          <SubmitButton variant="secondary" intent="about" pending="Saving…">
            Save
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
