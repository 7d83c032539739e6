import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { keyOf, type Subject } from "~/models/people/own-data/own-data"

export const askGuardianFormId = (key: string) => `ask-${key}`

type AskGuardianProps = { subject: Subject & { name: string }; result?: SubmissionResult }

/** Another adult for the family, whom the office approves and who is invited then. */
export function AskGuardian({ subject, result }: AskGuardianProps) {
  const key = keyOf(subject)
  const [form, fields] = useForm<Record<"name" | "relation" | "email" | "phone", string>>({
    id: askGuardianFormId(key),
    lastResult: result,
  })
  return (
    <section className="section" aria-labelledby={`${form.id}-title`}>
      <h2 id={`${form.id}-title`}>Invite another guardian</h2>
      <details className="disclosure" open={result !== undefined}>
        <summary>For the family of {subject.name}</summary>
        <p className="dim">
          Once the school approves, they get an invitation and see the lessons. The school decides whether
          they see invoices.
        </p>
        <PostForm className="form" {...getFormProps(form)}>
          <input type="hidden" name="subject" value={key} />
          <Field meta={fields.name} label="Guardian’s full name" autoComplete="off" maxLength={120} />
          <Field meta={fields.relation} label="Relation" hint="Mother, for example" optional maxLength={40} />
          <Field
            meta={fields.email}
            label="Guardian’s email"
            type="email"
            autoComplete="off"
            maxLength={254}
          />
          <Field
            meta={fields.phone}
            label="Guardian’s phone"
            type="tel"
            autoComplete="off"
            optional
            maxLength={40}
          />
          <p>
            <SubmitButton pending="Sending…" intent="invite-guardian">
              Send to the school
            </SubmitButton>
          </p>
        </PostForm>
      </details>
    </section>
  )
}
