import type { ReactElement, ReactNode } from "react"
import { fieldId } from "./register-row"

type TextFieldProps = {
  name: string
  label: ReactNode
  hint?: string
  wrong?: string[] | null
  /** The control, which takes these attributes. */
  draw(control: ControlOf): ReactElement
}

type ControlOf = {
  id: string
  name: string
  "aria-invalid"?: true
  "aria-describedby"?: string
}

/** A text of a register's form with its label, its hint and what is wrong with it. */
export function TextField({ name, label, hint, wrong, draw }: TextFieldProps) {
  const id = fieldId(name)
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`]
  return (
    <div className={wrong ? "field invalid" : "field"}>
      <label htmlFor={id}>{label}</label>{" "}
      {hint ? (
        <span className="hint" id={hintId}>
          {hint}
        </span>
      ) : null}{" "}
      {wrong ? (
        <span className="error" id={errorId}>
          {wrong.join(" ")}
        </span>
      ) : null}
      {draw({
        id,
        name,
        "aria-invalid": wrong ? true : undefined,
        "aria-describedby": [hint && hintId, wrong && errorId].filter(Boolean).join(" ") || undefined,
      })}
    </div>
  )
}
