import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { EnterButton } from "~/components/form/enter-button"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import type { MoveStudentForm as MoveFields } from "~/models/teaching/class/class-form"
import type { Refused } from "~/models/teaching/session/slot-refusals"
import { ClashHelp } from "./clash-help"
import { PrerequisiteReason } from "./prerequisite-reason"

type MoveProps = {
  nextDay: string
  /** classes with a free spot */
  others: NameOffer
  source: string
  noun: string
  name: string
  /** The preview as text: how many lessons the move frees. */
  found?: string
  own?: { result?: SubmissionResult; refused: Refused | null }
}

/** Moves a student to another class from a day on. */
export function MoveStudent({ nextDay, others, source, noun, name, found, own }: MoveProps) {
  const [form, fields] = useForm<MoveFields>({
    id: "move",
    lastResult: own?.result,
    defaultValue: { from: nextDay },
  })
  return (
    <section className="form" aria-labelledby="move-title">
      <ErrorSummary form={form} />
      <h2 id="move-title">Move to another {noun}</h2>
      {!others.isSearched && others.choices.length === 0 ? (
        <p className="dim">No other {noun} has a free spot.</p>
      ) : (
        <PostForm className="form" {...getFormProps(form)}>
          <input type="hidden" name="command" value="move" />
          {others.isSearched ? (
            <EnterButton intent="preview" formNoValidate>
              Preview changes
            </EnterButton>
          ) : null}
          <div className="columns">
            <NameChoiceField
              meta={fields.toClassId}
              label="Move to"
              sought={`a ${noun}`}
              prompt={`Choose a ${noun}`}
              offer={others}
              source={source}
            />
            <DateField meta={fields.from} label="First day" />
          </div>
          <Field meta={fields.reason} label="Reason" maxLength={200} />
          <PrerequisiteReason meta={fields.prerequisiteReason} />
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
