import { createContext, useContext } from "react"
import { type Disputed, settledPrefix } from "~/utils/form-marks"

type Disputes = {
  /** The fields of a form that someone else has changed differently meanwhile. */
  fields: readonly Disputed[]
  /** Those whose versions are offered beside them. */
  offered: Set<string>
}

export const DisputedFields = createContext<Disputes>({ fields: [], offered: new Set() })

/** Which of two versions of a field is kept, beside its message. */
export function DisputedChoice({ message }: { message: string }) {
  const { fields, offered } = useContext(DisputedFields)
  const disputed = fields.find((each) => message.includes(each.message))
  if (!disputed) return null
  offered.add(disputed.name)
  return <Versions disputed={disputed} />
}

/** The versions of fields that say nothing themselves. It is drawn after all fields of its form. */
export function OtherDisputes() {
  const { fields, offered } = useContext(DisputedFields)
  return fields
    .filter(({ name }) => !offered.has(name))
    .map((disputed) => (
      <fieldset key={disputed.name} className="field invalid">
        <legend>{disputed.label}</legend>
        <p className="error">{disputed.message}</p>
        <Versions disputed={disputed} />
      </fieldset>
    ))
}

const Versions = ({ disputed: { name, yours, theirs } }: { disputed: Disputed }) => (
  <div className="versions">
    <Version of={name} version="yours" label="Keep yours" text={yours} />
    <Version of={name} version="theirs" label="Use theirs" text={theirs} />
  </div>
)

type VersionProps = { of: string; version: "yours" | "theirs"; label: string; text: string }

const Version = ({ of, version, label, text }: VersionProps) => (
  <label className="checkbox">
    <input type="radio" name={`${settledPrefix}${of}`} value={version} defaultChecked={version === "yours"} />
    <span>
      {label}: <b className="wrap-anywhere">{text}</b>
    </span>
  </label>
)
