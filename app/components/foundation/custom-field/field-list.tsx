import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, Field, SelectField, TextAreaField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import {
  EntryButton,
  MoveButtons,
  OrderedEntry,
  type OrderedEntryProps,
  OrderedList,
  PutAwayEntries,
} from "~/components/form/ordered-list"
import { PartForm } from "~/components/form/part-form"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { EditablePart } from "~/components/ui/editable-part"
import {
  audienceLabels,
  audiencesOf,
  type CustomField,
  type FieldNoun,
  fieldKinds,
  kindLabels,
  longestName,
  nounTexts,
} from "~/models/foundation/custom-field/custom-field"

type Texts = Record<"name" | "kind" | "audience" | "isRequired" | "choices", string>
type Metas = Record<keyof Texts, FieldMeta>

/** The fields of a noun in their order: each opens to be changed, moved or archived. */
export function FieldList({ fields, result }: { fields: CustomField[]; result?: SubmissionResult }) {
  const inUse = fields.filter(({ isArchived }) => !isArchived)
  const archived = fields.filter(({ isArchived }) => isArchived)
  return (
    <>
      <OrderedList entries={inUse} idField="fieldId" result={result}>
        {(field, props) => <ListedField key={JSON.stringify(field)} field={field} {...props} />}
      </OrderedList>
      <PutAwayEntries title="Archived" entries={archived} idField="fieldId" />
    </>
  )
}

function ListedField({ field, ...props }: { field: CustomField } & OrderedEntryProps) {
  const { id, noun, name, kind, audience, isRequired, choices } = field
  const [form, metas] = useForm<Texts>({
    id: `field-${id}`,
    lastResult: props.result,
    defaultValue: { name, audience, isRequired: isRequired ? "on" : "", choices: choices.join("\n") },
  })
  return (
    <OrderedEntry
      name={name}
      facts={[kindLabels[kind], isRequired ? "required" : null, audienceLabels[noun][audience]]}
      isOpen={props.result !== undefined}
    >
      <PostForm edits className="form mt-3" {...getFormProps(form)} sends={{ fieldId: id }}>
        <Facts noun={noun} metas={metas} hasChoices={kind === "choice"} />
        <div className="buttons">
          <SubmitButton intent="change" variant="secondary" pending="Saving…" isMain label="Save" />
          <MoveButtons name={name} {...props} />
          <EntryButton intent="archive" label="Archive" name={name} />
        </div>
      </PostForm>
    </OrderedEntry>
  )
}

/** A field to add after the others. */
export function NewField(props: { noun: FieldNoun; result?: SubmissionResult }) {
  return (
    <EditablePart
      id="new"
      title={`Add a field for ${nounTexts[props.noun].many}`}
      edit="Add field"
      isAnswered={props.result !== undefined}
    >
      <NewFieldForm {...props} />
    </EditablePart>
  )
}

function NewFieldForm({ noun, result }: { noun: FieldNoun; result?: SubmissionResult }) {
  const [form, metas] = useForm<Texts>({
    id: "new-field",
    lastResult: result,
    defaultValue: { kind: "text", audience: "office" },
  })
  return (
    <PartForm adds part="new" intent="add" form={form} save="Add field" pending="Adding…">
      <input type="hidden" name="noun" value={noun} />
      <SelectField
        meta={metas.kind}
        label="Type"
        hint="Can’t be changed later."
        choices={fieldKinds.map((value) => ({ value, label: kindLabels[value] }))}
      />
      <Facts noun={noun} metas={metas} hasChoices />
    </PartForm>
  )
}

function Facts({ noun, metas, hasChoices }: { noun: FieldNoun; metas: Metas; hasChoices: boolean }) {
  return (
    <>
      <Field
        meta={metas.name}
        label="Name"
        hint="For example, T-shirt size or School"
        maxLength={longestName}
        autoComplete="off"
      />
      <SelectField meta={metas.audience} label="Who sees it" choices={audiencesOf(noun)} />
      {hasChoices ? (
        <TextAreaField
          meta={metas.choices}
          label="Choices"
          hint="One per line, for fields of the type Choice."
          optional
          rows={4}
          maxLength={4000}
        />
      ) : null}
      <CheckField meta={metas.isRequired} label="Required" hint="Forms can’t be saved without it." />
    </>
  )
}
