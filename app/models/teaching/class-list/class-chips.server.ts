import type { Actor } from "~/models/foundation/access/actor"
import type { ClassKind } from "../class/class"
import { type ClassFilter, writeClassQuery } from "../class/class-query"
import { countByKind } from "../class/list-classes.server"

// The kinds of classes above their list, with how many there are: a school has few groups among many private lessons.

const labels: [kind: ClassKind, label: string][] = [
  ["group", "Groups"],
  ["ensemble", "Ensembles"],
  ["private", "Private"],
  ["trial", "Trial"],
]

/** All classes and those of each kind there is, and which of them is the present filter. Of one kind alone there are none. */
export function listClassChips(actor: Actor, present: ClassFilter) {
  const counts = countByKind(actor)
  if (counts.size < 2) return []
  const { sort: _, isReversed: __, ...narrowing } = present
  const text = textOf(narrowing)
  const chip = (label: string, filter: ClassFilter, count: number) => ({
    label,
    query: writeClassQuery({ filter, page: 1 }),
    count,
    isCurrent: textOf(filter) === text,
  })
  const all = [...counts.values()].reduce((sum, n) => sum + n, 0)
  return [
    chip("All", {}, all),
    ...labels.flatMap(([kind, label]) => {
      const count = counts.get(kind)
      return count ? [chip(label, { kind }, count)] : []
    }),
  ]
}

const textOf = (filter: ClassFilter) => JSON.stringify(writeClassQuery({ filter, page: 1 }))
