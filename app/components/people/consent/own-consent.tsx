import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SegmentedField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { type ConsentAnswer, type ConsentState, loginConsentAge } from "~/models/people/consent/consent"
import { formatDate } from "~/utils/date-text"
import { ConsentStateText } from "./consent-state"
import { DocumentText } from "./document-text"

export type OwnDocument = {
  id: string
  versionId: string
  number: number
  title: string
  body: string
  publishedOn: string
  per: "adult" | "student"
  isForLogins: boolean
  whose: { id: string; name: string; state: ConsentState; answer: (ConsentAnswer & { on: string }) | null }[]
}

export const consentFormId = (documentId: string) => `consent-${documentId}`

const yesOrNo = [
  { value: "yes", label: "I agree" },
  { value: "no", label: "I don’t agree" },
]

type Fields = { whose: Record<string, string>; name: string }

/** A document of the school with the family’s answers, which can be changed at any time. */
export function OwnConsent({ document, result }: { document: OwnDocument; result?: SubmissionResult }) {
  const { id, versionId, title, body, number, publishedOn, per, whose, isForLogins } = document
  const given = whose.flatMap(({ id: who, answer, state }) =>
    answer && state !== "waiting" ? [[who, answer.isAgreed ? "yes" : "no"] as const] : [],
  )
  const [form, fields] = useForm<Fields>({
    id: consentFormId(id),
    lastResult: result,
    defaultValue: { whose: Object.fromEntries(given) },
  })
  const answers = fields.whose.getFieldset()
  const isOpen = result !== undefined || whose.some(({ state }) => state === "waiting")
  return (
    <section className="section" aria-labelledby={`${form.id}-title`}>
      <h2 id={`${form.id}-title`}>{title}</h2>
      <details className="disclosure" open={isOpen}>
        <summary>
          Read version {number}, published {formatDate(publishedOn, "medium")}
        </summary>
        <DocumentText body={body} />
      </details>
      {isForLogins ? (
        <p className="small dim">
          A student under {loginConsentAge} gets a login once a guardian agrees. If you withdraw, we lock the
          login.
        </p>
      ) : null}
      <dl className="ledger">
        {whose.map(({ id: who, name, state, answer }) => (
          <div key={who}>
            <dt>{name}</dt>
            <dd>
              <ConsentStateText state={state} answer={answer} />
            </dd>
          </div>
        ))}
      </dl>
      <details className="disclosure" open={isOpen}>
        <summary>{isOpen ? "Answer" : "Change your answer"}</summary>
        <PostForm className="form" {...getFormProps(form)}>
          <input type="hidden" name="document" value={id} />
          <input type="hidden" name="version" value={versionId} />
          {whose.map(({ id: who, name }) => {
            const meta = answers[who]
            return meta ? (
              <SegmentedField
                key={who}
                meta={meta}
                label={per === "student" ? `For ${name}` : name}
                choices={yesOrNo}
                optional
              />
            ) : null
          })}
          <Field
            meta={fields.name}
            label="Your full name"
            hint="Typed as your signature."
            autoComplete="name"
            maxLength={120}
          />
          <p>
            <SubmitButton pending="Saving…" intent="answer" aria-label={`Save answer to ${title}`}>
              Save answer
            </SubmitButton>
          </p>
        </PostForm>
      </details>
    </section>
  )
}
