import { CheckField, Field, SegmentedField, SelectField, TextAreaField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import {
  askLabels,
  consentAsks,
  consentKinds,
  consentOf,
  kindLabels,
  loginConsentAge,
  longestBody,
  longestTitle,
  perLabels,
} from "~/models/people/consent/consent"

export type DocumentTexts = Record<"title" | "atEnrollment" | "body" | "asksAgain" | "isForLogins", string>
type Metas = Record<keyof DocumentTexts, FieldMeta>

/** A document's title, what the public form does with it, and its text. */
export function DocumentFields({
  metas,
  isNew = false,
  isOfStudents = isNew,
}: {
  metas: Metas
  isNew?: boolean
  /** A guardian answers for each student. */
  isOfStudents?: boolean
}) {
  return (
    <>
      <Field meta={metas.title} label="Title" maxLength={longestTitle} autoComplete="off" />
      <SelectField
        meta={metas.atEnrollment}
        label="On the public form"
        hint="A box on the form where new families ask for lessons."
        choices={consentAsks.map((value) => ({ value, label: askLabels[value] }))}
      />
      <TextAreaField
        meta={metas.body}
        label="Text"
        hint="Begin a heading with #, and each entry of a list with -."
        rows={16}
        maxLength={longestBody}
      />
      {isOfStudents ? (
        <CheckField
          meta={metas.isForLogins}
          label="Needed for a child’s login"
          hint={`A student under ${loginConsentAge} gets a login only once a guardian has agreed. If one withdraws, we lock the login.`}
        />
      ) : null}
      <CheckField
        meta={metas.asksAgain}
        label={isNew ? "Ask current families" : "Ask families again"}
        hint={
          isNew
            ? "Their home page asks them to answer. Otherwise only new families are asked."
            : "Publishes a new version and asks everyone to answer it, also those who agreed before."
        }
      />
    </>
  )
}

/** What is chosen once: what it’s about, and who answers. */
export function FirstFields({ metas }: { metas: Record<"kind" | "per", FieldMeta> }) {
  return (
    <>
      <SelectField
        meta={metas.kind}
        label="About"
        prompt="Choose"
        choices={consentKinds.map((value) => ({ value, label: kindLabels[value] }))}
      />
      <SegmentedField
        meta={metas.per}
        label="Who answers"
        hint="This can’t be changed later."
        choices={consentOf.map((value) => ({ value, label: perLabels[value] }))}
      />
    </>
  )
}
