import { mostCompanions } from "~/models/teaching/occasion/occasion"

type CompanionsFieldProps = {
  id: string
  label: string
  /** what a screen reader says instead: the label with whom and what it is about */
  name: string
  value: string | number
}

/** How many guests come along with a student. */
export const CompanionsField = ({ id, label, name, value }: CompanionsFieldProps) => (
  <label>
    {label}{" "}
    <input
      id={id}
      className="w-16"
      type="number"
      name="companions"
      min={0}
      max={mostCompanions}
      defaultValue={value}
      aria-label={name}
    />
  </label>
)
