import { CheckListField } from "~/components/form/check-list-field"
import {
  presetLabels,
  presetRights,
  presets,
  type Right,
  rightLabels,
  rights,
  rightsWith,
} from "~/models/foundation/access/rights"
import { joinNames } from "~/utils/names"

type RightsFieldProps = {
  chosen: readonly Right[]
  id: string
  errorId: string
  errors: string[] | undefined
}

/** Rights one by one, each with what it opens and what it needs. */
export function RightsField(props: RightsFieldProps) {
  const choices = rights.map((right) => ({
    value: right,
    label: rightLabels[right].label,
    about: aboutOf(right),
  }))
  return <CheckListField name="rights" legend="Rights" choices={choices} {...props} />
}

function aboutOf(right: Right) {
  const others = rightsWith(right)
  const names = joinNames(others.map((other) => `“${rightLabels[other].label}”`))
  return others.length > 0 ? `${rightLabels[right].about} Needs ${names}.` : rightLabels[right].about
}

/** Which rights a refused form had checked. */
export function chosenRights(value: unknown, otherwise: readonly Right[]): readonly Right[] {
  if (value === undefined) return otherwise
  const names: readonly unknown[] = Array.isArray(value) ? value : [value]
  return rights.filter((right) => names.includes(right))
}

/** What each preset gives, to choose from by a link. */
export const presetLines = presets.map((preset) => ({
  preset,
  ...presetLabels[preset],
  rights: presetRights[preset],
}))
