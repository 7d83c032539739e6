import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { MoveStudentForm as MoveFields } from "~/models/teaching/class/class-form"
import type { Refused } from "~/models/teaching/session/slot-refusals"
import { ClashHelp } from "./clash-help"

type MoveProps = {
  nextDay: string
  others: { id: string; name: string; capacity: number; taken: number }[]
  noun: string
  name: string
  /** The preview as text: how many lessons the move frees. */
  found?: string
  own?: { result?: SubmissionResult; refused: Refused | null }
}

/** Moves a student to another class from a day on. */
export function MoveStudent({ nextDay, others, noun, name, found, own }: MoveProps) {
  const [form, fields] = useForm<MoveFields>({
    id: "move",
    lastResult: own?.result,
    defaultValue: { from: nextDay },
  })
  return (
    <section className="form" aria-labelledby="move-title">
      <ErrorSummary form={form} />
      <h2 id="move-title">Move to another {noun}</h2>
      {others.length === 0 ? (
        <p className="dim">No other {noun} has a free spot.</p>
      ) : (
        <PostForm className="form" {...getFormProps(form)}>
          <input type="hidden" name="command" value="move" />
          <div className="columns">
            <SelectField
              meta={fields.toClassId}
              label="Move to"
              prompt={`Choose a ${noun}`}
              choices={others.map(({ id, name, capacity, taken }) => ({
                value: id,
                label: `${name} (${capacity - taken} free)`,
              }))}
            />
            <DateField meta={fields.from} label="First day" />
          </div>
          <Field meta={fields.reason} label="Reason" maxLength={200} />
          <ClashHelp refused={own?.refused ?? null} meta={fields.overrideReason} />
          {found ? <p role="status">There’s a free spot, and the times work. {found}</p> : null}
          <p className="buttons">
            <SubmitButton intent="preview" isMain variant="secondary" pending="Checking…">
              Preview changes
            </SubmitButton>
            <SubmitButton intent="save" variant="secondary" pending="Moving…">
              Move {name}
            </SubmitButton>
          </p>
        </PostForm>
      )}
    </section>
  )
}
