import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"

type EnterChildTextsProps = {
  firstName: string
  /** The number that texts go to, and that of the student's record. */
  phone: string | null
  ownPhone: string | null
  state: "no-account" | "child" | "off" | "code" | "on"
  words: string
  agreedName: string | null
  agreedOn: string | null
  today: string
  result: SubmissionResult | undefined
}

/** A guardian’s agreement to texts to a child’s phone, as they told it to the office. */
export function EnterChildTexts(props: EnterChildTextsProps) {
  const { firstName, phone, ownPhone, state, words, agreedName, agreedOn, today, result } = props
  const isOn = state === "on"
  const [form, fields] = useForm<Record<"phone" | "agreedName" | "agreedOn" | "words", string | null>>({
    id: "enter-texts",
    lastResult: result,
    defaultValue: { phone: phone ?? ownPhone, agreedName: isOn ? agreedName : "", agreedOn, words },
  })
  return (
    <section className="section" aria-labelledby="child-texts">
      <header>
        <h2 id="child-texts">Text messages to {firstName}’s phone</h2>
      </header>
      <p className="dim">
        {isOn
          ? `${firstName} gets texts about lessons at ${phone}. ${agreedName} agreed.`
          : "Lessons that are canceled or moved, an ill teacher, and reminders, once a guardian agrees. Never invoices."}
      </p>
      <ErrorSummary form={form} />
      <PostForm className="form" {...getFormProps(form)}>
        <Field
          meta={fields.phone}
          label={`${firstName}’s mobile number`}
          hint="With its country code if it isn’t in your country."
          type="tel"
          autoComplete="off"
          maxLength={40}
        />
        <Field
          meta={fields.agreedName}
          label="Agreed by"
          hint="Full name of the guardian who agreed"
          maxLength={120}
          autoComplete="off"
        />
        <DateField meta={fields.agreedOn} label="Agreed on" max={today} />
        <TextAreaField
          meta={fields.words}
          label="What they agreed to"
          hint="In the words they read or signed."
          rows={5}
          maxLength={1000}
        />
        <p className="buttons">
          <SubmitButton intent="enter-texts" pending="Saving…" isMain>
            {isOn ? "Save agreement" : `Turn on texts to ${firstName}`}
          </SubmitButton>{" "}
          {state === "off" ? null : (
            <SubmitButton intent="end-texts" variant="secondary" pending="Turning off…" formNoValidate>
              Turn off texts to {firstName}
            </SubmitButton>
          )}
        </p>
      </PostForm>
    </section>
  )
}
