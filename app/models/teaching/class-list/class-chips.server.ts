import type { Actor } from "~/models/foundation/access/actor"
import type { ClassKind } from "../class/class"
import { type ClassFilter, inGroups, kindsInGroups, writeClassQuery } from "../class/class-query"
import { countByKind } from "../class/list-classes.server"

// The kinds of classes above their list, with how many there are: a school has few groups among many private lessons.

const labels: [kind: ClassKind, label: string][] = [
  ["private", "Private lessons"],
  ["group", "Groups"],
  ["ensemble", "Ensembles"],
  ["trial", "Trial lessons"],
]

/**
 * What several students attend, those of each kind there is, and all; which of them is the present filter. Where all are of
 * one kind that the list opens on, there are none.
 */
export function listClassChips(actor: Actor, present: ClassFilter, opensOn?: typeof inGroups) {
  const counts = countByKind(actor)
  const known = labels.filter(([kind]) => counts.has(kind))
  if (known.length === 0 || (known.length === 1 && !(opensOn && known.some(isAlone)))) return []
  const { sort: _, isReversed: __, ...narrowing } = present
  const text = textOf(narrowing)
  const chip = (label: string, filter: ClassFilter, count: number) => ({
    label,
    query: writeClassQuery({ filter, page: 1 }),
    count,
    isCurrent: textOf(filter) === text,
  })
  const sum = (ofKinds: Iterable<ClassKind>) =>
    [...ofKinds].reduce((n, kind) => n + (counts.get(kind) ?? 0), 0)
  const all = chip("All", {}, sum(counts.keys()))
  const chipsOf = (some: typeof labels) =>
    some.map(([kind, label]) => chip(label, { kind }, counts.get(kind) ?? 0))
  if (!opensOn) return [all, ...chipsOf(known)]
  const groups = known.filter((each) => !isAlone(each))
  return [
    chip("Classes", { kind: inGroups }, sum(kindsInGroups)),
    ...chipsOf(known.filter(isAlone)),
    ...(groups.length < known.length ? [all] : []),
    // The only kind of group there is has the rows of all groups.
    ...chipsOf(groups.length > 1 ? groups : []),
  ]
}

const isAlone = ([kind]: readonly [ClassKind, ...unknown[]]) => !kindsInGroups.some((each) => each === kind)

const textOf = (filter: ClassFilter) => JSON.stringify(writeClassQuery({ filter, page: 1 }))
