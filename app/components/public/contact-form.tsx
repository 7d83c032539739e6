import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Form } from "@remix-run/react"
import { Field, TextAreaField } from "~/components/form/field"
import { Honeypot } from "~/components/form/honeypot"
import { ErrorSummary, SubmitRow } from "~/components/form/post-form"
import type { ContactMessageForm } from "~/models/platform/contact-message/contact-message-form"
import { contactFailure, contactFields } from "~/texts/platform/contact-message"
import { paths } from "~/utils/paths"

type ContactFormProps = {
  lastResult?: SubmissionResult<string[]>
  /** what a refusal is called */
  refusal?: string
  /** where to write when the form cannot be sent */
  email: string
}

/** The contact form. It always posts to the contact page, which also shows its errors. */
export function ContactForm({ lastResult, refusal, email }: ContactFormProps) {
  const [form, fields] = useForm<ContactMessageForm>({ id: "contact-message", lastResult })
  return (
    <>
      <ErrorSummary form={form} title={refusal} />
      <Form
        method="post"
        action={paths.contact()}
        className="form"
        data-failed={contactFailure.title}
        data-failed-text={contactFailure.text(email)}
        {...getFormProps(form)}
      >
        <Honeypot />
        <div className="columns">
          <Field meta={fields.name} label={contactFields.name} autoComplete="name" />
          <Field
            meta={fields.email}
            label={contactFields.email}
            type="email"
            autoComplete="email"
            spellCheck={false}
          />
        </div>
        <Field meta={fields.subject} label={contactFields.subject} />
        <TextAreaField meta={fields.message} label={contactFields.message} />
        <SubmitRow label="Send message" pending="Sending..." />
      </Form>
    </>
  )
}
