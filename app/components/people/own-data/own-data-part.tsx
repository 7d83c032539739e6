import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { AddressFields, shownAddress } from "~/components/form/address-fields"
import { DateField, Field, TextAreaField } from "~/components/form/field"
import { PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { AnswerField } from "~/components/foundation/custom-field/answer-fields"
import { AnswerList } from "~/components/foundation/custom-field/answer-list"
import { Callout, CalloutText } from "~/components/ui/callout"
import { type CustomField, typedAnswer } from "~/models/foundation/custom-field/custom-field"
import { isOwnFact, keyOf, type OwnDataRule, type OwnFact } from "~/models/people/own-data/own-data"
import { emergencyHint } from "~/texts/people/emergency-contact"
import { formatDate } from "~/utils/formats"
import type { PostalAddress } from "~/utils/postal-address"

type Told = {
  id: string
  fact: string
  label: string
  typed: string | null
  after: string | null
  answer: string | null
  on: string
}

export type OwnSubjectData = {
  noun: "guardian" | "student"
  id: string
  name: string
  hasContact: boolean
  facts: {
    fact: string
    label: string
    field: CustomField | null
    rule: OwnDataRule
    value: string | null
    text: string | null
  }[]
  waiting: Told[]
  declined: Told[]
}

export const ownDataFormId = (key: string) => `details-${key}`

type OwnDataPartProps = { subject: OwnSubjectData; school: string; result?: SubmissionResult }
type Fields = { facts: Record<string, string | PostalAddress>; custom: Record<string, string> }

/** What the school keeps of an adult or a student: as fields where the family may change it, as text where it may not. */
export function OwnDataPart({ subject, school, result }: OwnDataPartProps) {
  const { name, hasContact, facts, waiting, declined } = subject
  const key = keyOf(subject)
  const typedOf = (fact: string, value: string | null) =>
    waiting.find((each) => each.fact === fact)?.typed ?? value ?? ""
  const open = facts.filter(({ rule }) => rule !== "off")
  const closed = facts.filter(({ rule, text }) => rule === "off" && text !== null)
  const [form, fields] = useForm<Fields>({
    id: ownDataFormId(key),
    lastResult: result,
    defaultValue: {
      facts: Object.fromEntries(
        open.flatMap(({ fact, field, value }) => (field ? [] : [[fact, filled(fact, typedOf(fact, value))]])),
      ),
      custom: Object.fromEntries(
        open.flatMap(({ fact, field, value }) => {
          const present = typedOf(fact, value)
          return field ? [[fact, present && typedAnswer(field, present)]] : []
        }),
      ),
    },
  })
  const [ours, theirs] = [fields.facts.getFieldset(), fields.custom.getFieldset()]
  const isEmpty = [open, closed, waiting, declined].every(({ length }) => length === 0)
  if (isEmpty) return null
  return (
    <section className="section" aria-labelledby={`${form.id}-title`}>
      <h2 id={`${form.id}-title`}>{hasContact ? `How ${school} contacts you` : name}</h2>
      {hasContact ? (
        <p className="dim">Invoices go to this email. Changing it doesn’t change how you log in.</p>
      ) : null}
      {waiting.length > 0 ? <Waiting subjectKey={key} waiting={waiting} school={school} /> : null}
      {declined.map(({ id, label, after, answer, on }) => (
        <CalloutText tone="amber" key={id}>
          {school} declined on {formatDate(on, "medium")} to change {label} to “{after ?? "blank"}”: {answer}
        </CalloutText>
      ))}
      {open.length > 0 ? (
        <PostForm edits className="form" {...getFormProps(form)} sends={{ subject: key }}>
          {open.map(({ fact, field, rule, label }) => {
            const hint = rule === "approve" ? "Changes wait for the school’s approval." : undefined
            const meta = field ? theirs[fact] : ours[fact]
            if (!meta) return null
            if (field) return <AnswerField key={fact} field={field} meta={meta} hint={hint} />
            return isOwnFact(fact) ? (
              <FactField key={fact} fact={fact} label={label} meta={meta} hint={hint} />
            ) : null
          })}
          <SubmitRow
            label="Save"
            pending="Saving…"
            intent="details"
            aria-label={`Save ${hasContact ? "contact" : name}`}
          />
        </PostForm>
      ) : null}
      {closed.length > 0 ? (
        <>
          <p className="dim">From {school}’s records. Ask the school to change it.</p>
          <AnswerList rows={closed.map(({ label, text }) => ({ label, value: text ?? "" }))} />
        </>
      ) : null}
    </section>
  )
}

type WaitingProps = { subjectKey: string; waiting: Told[]; school: string }

function Waiting({ subjectKey, waiting, school }: WaitingProps) {
  return (
    <Callout>
      <p>Waiting for {school} to approve:</p>
      {waiting.map(({ id, label, after }) => (
        <PostForm key={`${subjectKey} ${id}`}>
          <p className="wrap-anywhere">
            {label}: <b>{after ?? "blank"}</b> <input type="hidden" name="change" value={id} />
            <SubmitButton
              intent="withdraw"
              variant="secondary"
              pending="Withdrawing…"
              aria-label={`Withdraw change of ${label}`}
              label="Withdraw"
            />
          </p>
        </PostForm>
      ))}
    </Callout>
  )
}

const filled = (fact: string, text: string) => (fact === "address" ? shownAddress(text) : text)

type FactFieldProps = {
  fact: OwnFact
  label: string
  meta: FieldMetadata<string | PostalAddress>
  hint: string | undefined
}

function FactField({ fact, label, meta, hint }: FactFieldProps) {
  const shared = { meta, label, hint }
  switch (fact) {
    case "email":
      return <Field {...shared} type="email" autoComplete="email" maxLength={254} />
    case "phone":
      return <Field {...shared} type="tel" autoComplete="tel" optional maxLength={40} />
    case "address":
      return (
        <AddressFields
          {...{ label, meta }}
          hint={["Street and house number. Shown on your invoices.", hint].filter(Boolean).join(" ")}
          optional
          own
        />
      )
    case "studentEmail":
      return <Field {...shared} type="email" autoComplete="off" optional maxLength={254} />
    case "studentPhone":
      return <Field {...shared} type="tel" autoComplete="off" optional maxLength={40} />
    case "birthDate":
      return <DateField {...shared} autoComplete="off" optional />
    case "medicalNotes":
      return (
        <TextAreaField
          {...shared}
          hint={["Allergies, medication.", hint].filter(Boolean).join(" ")}
          optional
          rows={3}
          maxLength={2000}
        />
      )
    case "emergencyContact":
      return (
        <Field
          {...shared}
          hint={[emergencyHint, hint].filter(Boolean).join(" ")}
          autoComplete="off"
          optional
          maxLength={300}
        />
      )
  }
}
