import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ActButton } from "~/components/form/act-button"
import { controlProps, FieldFrame, submittedValue } from "~/components/form/field-frame"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import { type Share, targetGroups } from "~/models/learning/resource/resource"
import { countOf } from "~/utils/count-of"

type SharePartProps = {
  shares: Share[]
  /** with how many students of other teachers it is shared */
  others: number
  targets: NameOffer
  lastResult: SubmissionResult<string[]> | undefined
}

const targetLabels = { class: "class", instrument: "all students", student: "student" } as const

/** With whom a resource is shared, and sharing it further. Sends `intent` share or end-share. */
export function SharePart({ shares, others, targets, lastResult }: SharePartProps) {
  const [form, fields] = useForm<{ target: string }>({ id: "share", lastResult })
  return (
    <section className="section" aria-labelledby="shared-title">
      <h2 id="shared-title">Shared with</h2>
      {shares.length || others ? (
        <ul className="rows">
          {shares.map(({ id, name, target, isOwn }) => (
            <li key={id}>
              <span>
                {name} <span className="dim">{targetLabels[target]}</span>
              </span>
              {isOwn ? (
                <ActButton
                  label="Stop sharing"
                  sends={{ shareId: id }}
                  intent="end-share"
                  pending="Removing…"
                  variant="danger"
                  about={`with ${name}`}
                />
              ) : null}
            </li>
          ))}
          {others ? <li className="dim">and {countOf(others, "student")} of other teachers</li> : null}
        </ul>
      ) : (
        <p className="dim">Not shared yet.</p>
      )}
      {targets.isSearched || targets.choices.length > 0 ? (
        <PostForm className="form" {...getFormProps(form)}>
          {targets.isSearched ? (
            <NameChoiceField
              meta={fields.target}
              label="Share with"
              sought="a class, an instrument or a student"
              prompt="Choose who sees it"
              offer={targets}
            />
          ) : (
            <FieldFrame meta={fields.target} label="Share with">
              <select
                key={fields.target.key}
                {...controlProps(fields.target, {})}
                defaultValue={submittedValue(fields.target) ?? ""}
              >
                <option value="">Choose who sees it</option>
                {Object.values(targetGroups).map((group) => (
                  <optgroup key={group} label={group}>
                    {targets.choices
                      .filter((target) => target.group === group)
                      .map(({ value, label }) => (
                        <option key={value} value={value}>
                          {label}
                        </option>
                      ))}
                  </optgroup>
                ))}
              </select>
            </FieldFrame>
          )}
          <p>
            <SubmitButton intent="share" pending="Sharing…">
              Share
            </SubmitButton>
          </p>
        </PostForm>
      ) : (
        <p className="dim">You don’t have any students to share with yet.</p>
      )}
    </section>
  )
}
