import { Form } from "@remix-run/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Button, LinkButton } from "~/components/ui/button"
import { FieldProblem } from "~/components/ui/field-problem"
import {
  type Policies,
  type Preset,
  type PresetKey,
  type PresetTopic,
  presetKeys,
} from "~/models/overview/policies/policies"
import { presetNames } from "~/texts/overview/preset-names"
import { paths } from "~/utils/paths"
import { policyText, presetAbout, topicLabel } from "./policy-texts"

/** The four presets; choosing one compares it first. */
export function PresetChoice(props: ChoicesProps) {
  return (
    <Form action={`${paths.policies()}#compare`} className="stack no-print">
      <PresetChoices name="compare" {...props} />
      <p>
        <Button>Compare with this preset</Button>
      </p>
    </Form>
  )
}

type ChoicesProps = { chosen: PresetKey; presets: Record<PresetKey, Preset>; currency: string }

/** The presets as one radio group of sheets. */
export function PresetChoices({
  name,
  id,
  chosen,
  presets,
  currency,
}: ChoicesProps & { name: string; id?: string }) {
  return (
    <fieldset>
      <legend className="visually-hidden">Preset</legend>
      <div className="presets">
        {presetKeys.map((key, index) => (
          <label key={key} className="plan-choice">
            <span>
              <input
                type="radio"
                id={index === 0 ? id : undefined}
                name={name}
                value={key}
                defaultChecked={key === chosen}
                required
              />
              {presetNames[key]}
            </span>{" "}
            <span className="dim">{presetAbout(key, presets[key], currency)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type CompareProps = {
  preset: PresetKey
  rules: Preset
  changed: readonly PresetTopic[]
  policies: Policies
  stamp: string
  error?: readonly string[] | null
  currency: string
  paysTeachers: boolean
}

/** Each rule that a preset would change, as it is and as it would be. Nothing changes before the button. */
export function PresetComparison({
  preset,
  rules,
  changed,
  policies,
  stamp,
  error,
  ...context
}: CompareProps) {
  const name = presetNames[preset]
  if (changed.length === 0)
    return (
      <section className="section" aria-labelledby="compare-title" id="compare">
        <h2 id="compare-title">Compare with {name}</h2>
        <p>Your policies already match {name}.</p>
      </section>
    )
  return (
    <section className="section" aria-labelledby="compare-title" id="compare">
      <h2 id="compare-title">Compare with {name}</h2>
      <PostForm id="preset-form" className="stack" sends={{ preset, stamp }}>
        <ul className="rows">
          {changed.map((topic, index) => (
            <li key={topic}>
              <label className="policy-change">
                <input
                  type="checkbox"
                  id={index === 0 ? "preset-form-topic" : undefined}
                  name="topic"
                  value={topic}
                  defaultChecked
                  aria-describedby={error ? "preset-form-topic-error" : undefined}
                  aria-invalid={error ? true : undefined}
                />
                <span>
                  <b>{topicLabel(topic)}</b>{" "}
                  <span className="block dim">Now: {sentence(topic, policies, context)}</span>{" "}
                  <span className="block">
                    {name}: {sentence(topic, { ...policies, ...rules }, context)}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        {error ? <FieldProblem id="preset-form-topic-error" message={error.join(" ")} /> : null}
        <p className="dim">Changes apply from now on. Existing attendance, credits and fees don’t change.</p>
        <p className="buttons">
          <SubmitButton pending="Saving…" label={`Change to ${name}`} />{" "}
          <LinkButton to={paths.policies()}>Cancel</LinkButton>
        </p>
      </PostForm>
    </section>
  )
}

function sentence(
  topic: PresetTopic,
  policies: Policies,
  context: { currency: string; paysTeachers: boolean },
) {
  const { text, isOff } = policyText(topic, policies, context)
  return isOff ? "Off." : text
}
