import { SelectField } from "~/components/form/choice-fields"
import { type FieldMeta, submittedValue } from "~/components/form/field-frame"
import { AnswerField } from "~/components/foundation/custom-field/answer-fields"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"

type FieldPartProps = {
  ownFields: readonly CustomField[]
  /** the one chosen now */
  chosenId: string | undefined
  metas: Record<"fieldId" | "value" | "answerOf", FieldMeta>
}

/** The field to change, then its new answer in the control of its kind. Without scripts the answer comes as a second step. */
export function FieldPart({ ownFields, chosenId, metas: { fieldId, value, answerOf } }: FieldPartProps) {
  const chosen = ownFields.find(({ id }) => id === chosenId)
  const { key, id, name, errorId, descriptionId, errors } = value
  // An answer to another field isn’t one to this.
  const initialValue = submittedValue(answerOf) === chosen?.id ? value.initialValue : undefined
  return (
    <>
      <SelectField
        meta={fieldId}
        label="Field"
        prompt="Choose a field"
        choices={ownFields.map((field) => ({ value: field.id, label: labelOf(field, ownFields) }))}
      />
      {chosen ? (
        <>
          <input key={chosen.id} type="hidden" name={answerOf.name} defaultValue={chosen.id} />
          <AnswerField
            key={`answer ${chosen.id}`}
            field={{ ...chosen, name: `New answer: ${chosen.name}` }}
            meta={{ key, id, name, errorId, descriptionId, errors, initialValue }}
            hint={chosen.isRequired ? undefined : "Leave it blank to clear the answer."}
          />
        </>
      ) : null}
    </>
  )
}

/** Where a list has fields of two kinds of records, those of the second say whose they are. */
const labelOf = (field: CustomField, all: readonly CustomField[]) =>
  field.noun === "guardian" && all.some(({ noun }) => noun !== "guardian")
    ? `${field.name} (each guardian)`
    : field.name
