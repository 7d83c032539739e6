import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { RegisterRow } from "./register-view"

// What the marks other than present would do, said once for all students for whom they do the same.

export type EffectGroup = { names: string[]; texts: { label: string; text: string }[] }

const others: readonly (readonly [code: MarkCode, label: string])[] = [
  ["absent", "Absent"],
  ["excused", "Excused"],
  ["cancelled", "Canceled by school"],
]

/** The students in their order, together with those for whom every mark does the same. The school's own with rules come last. */
export function effectGroups(rows: readonly Pick<RegisterRow, "name" | "effects">[]): EffectGroup[] {
  const groups = new Map<string, EffectGroup>()
  for (const { name, effects } of rows) {
    const own = Object.entries(effects).flatMap(([spelled, effect]) =>
      effect?.ownName ? [[spelled, effect.ownName] as const] : [],
    )
    const texts = [...others, ...own].flatMap(([spelled, label]) => {
      const text = effects[spelled]?.text
      return text ? [{ label, text }] : []
    })
    const key = JSON.stringify(texts)
    const group = groups.get(key)
    if (group) group.names.push(name)
    else groups.set(key, { names: [name], texts })
  }
  return [...groups.values()].filter(({ texts }) => texts.length > 0)
}
