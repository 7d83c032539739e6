import { FieldProblem } from "~/components/ui/field-problem"

type CheckListFieldProps<Value extends string> = {
  name: string
  legend: string
  choices: readonly { value: Value; label: string; about: string }[]
  chosen: readonly Value[]
  id: string
  errorId: string
  errors: string[] | undefined
}

/** Some of several, one under the other, each with what it means. */
export function CheckListField<Value extends string>(props: CheckListFieldProps<Value>) {
  const { name, legend, choices, chosen, id, errorId, errors } = props
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={errors ? "field invalid" : "field"}
      aria-describedby={errors ? errorId : undefined}
    >
      <legend>{legend}</legend>
      <FieldProblem id={errorId} message={errors?.join(" ")} />
      {choices.map(({ value, label, about }) => (
        <label className="checkbox" key={value}>
          <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
          <span>
            {label} <span className="dim small">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
