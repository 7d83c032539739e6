import { guardians } from "db/schema/people"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, remove } from "~/models/foundation/access/door.server"
import { RowChange, undoable } from "~/models/foundation/access/row-changes.server"
import { undo } from "~/models/foundation/access/undo.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import type { ItemOutcome, TaskWork } from "~/models/foundation/task/run-task.server"
import { mergePersonRefusals } from "~/texts/overview/refusals"
import {
  findGuardianClashes,
  findGuardianPair,
  type GuardianPair,
  guardianFieldsOf,
} from "./compare-guardians.server"
import { loginOf } from "./compare-students.server"
import { joinLetters, partLetters } from "./merged-letters.server"
import { moveAnswers, moveRows } from "./move-rows.server"
import { chosenOf, type FieldChoice, fieldChoices } from "./person-merge"

/** Which record stays, which one goes, and whose answers count. */
export const MergeFacts = z.object({
  keepId: z.string(),
  goneId: z.string(),
  choices: z.record(z.string(), z.enum(fieldChoices)),
})
export type MergeFacts = z.output<typeof MergeFacts>

/** A merge, or its undo, that isn't done. */
export const refuse = (code: keyof typeof mergePersonRefusals) => ({
  ok: false as const,
  reason: mergePersonRefusals[code],
})

const mostFields = 60

/**
 * The answers of the comparison's form: fields named `choice.` and the question's name. Undefined when one of them is none
 * of the choices, or a question is answered twice.
 */
export function readChoices(form: FormData): MergeFacts["choices"] | undefined {
  const given = [...form.entries()].flatMap(([name, value]) =>
    name.startsWith("choice.") ? [[name.slice("choice.".length, 80), value] as const] : [],
  )
  if (given.length > mostFields || new Set(given.map(([name]) => name)).size < given.length) return undefined
  return MergeFacts.shape.choices.safeParse(Object.fromEntries(given)).data
}

// Two entries of one guardian become one, with their shares of the family's invoices. Issued invoices keep the name they
// were made with.

const Before = z.object({
  keepId: z.string(),
  name: z.string(),
  changes: RowChange.array(),
  /** Of letters that waited. */
  letters: RowChange.array().default([]),
})

export const mergeGuardiansWork: TaskWork<MergeFacts> = {
  about: MergeFacts,
  atMost: 1,
  carryOut: merge,
  undo: (actor, _about, { before }) =>
    before === null ? refuse("erased") : takeBack(actor, Before.parse(before)),
}

function merge(actor: Actor, { keepId, goneId, choices }: MergeFacts): ItemOutcome {
  if (keepId === goneId) return refuse("same")
  const pair = findGuardianPair(actor, keepId, goneId)
  if (!pair) return refuse("not-found")
  const [clash] = findGuardianClashes(actor, pair)
  if (clash) return { ok: false, reason: clash.text }
  const { keep, gone } = pair
  const chosen = new Map(guardianFieldsOf(actor, pair).map((field) => [field.name, chosenOf(field, choices)]))
  const changes = undoable(() => {
    moveAnswers(actor, { noun: "guardian", keepId, goneId }, chosen)
    moveRows(actor, "guardian", { keepId, goneId })
    remove(actor, guardians, goneId)
    change(actor, guardians, keepId, factsOf(actor, pair, chosen))
  })
  const merged = find(actor, guardians, keepId)
  const letters = joinLetters(actor, { keep, gone }, merged)
  revokeLinks("guardian-invitation", goneId)
  recordEvent(actor, "guardian.merge", keepId, {
    before: { name: gone.name, id: goneId },
    after: { name: keep.name },
  })
  return {
    ok: true,
    note: `joined ${keep.name}`,
    made: keep.familyId,
    before: { keepId, name: gone.name, changes, letters },
  }
}

function factsOf(actor: Actor, { keep, gone }: GuardianPair, chosen: ReadonlyMap<string, FieldChoice>) {
  const columns = ["name", "relation", "email", "phone", "billingEmail", "billingAddress"] as const
  return {
    ...Object.fromEntries(
      columns.flatMap((column) => (chosen.get(column) === "gone" ? [[column, gone[column]]] : [])),
    ),
    memberId: loginOf(actor, { keep, gone }) ?? null,
    payerShare: keep.payerShare + gone.payerShare,
    seesMoney: keep.seesMoney || gone.seesMoney,
    payerAmountMinor: (keep.payerAmountMinor ?? 0) + (gone.payerAmountMinor ?? 0) || null,
  }
}

function takeBack(actor: Actor, { keepId, name, changes, letters }: z.output<typeof Before>): ItemOutcome {
  const present = find(actor, guardians, keepId)
  if (!present) return refuse("not-found")
  if (present.erasedAt !== null) return refuse("erased")
  if (undo(actor, changes)) return refuse("changed-since")
  partLetters(actor, letters)
  recordEvent(actor, "guardian.unmerge", keepId, { after: { name } })
  return { ok: true, note: `${name} is back`, made: present.familyId }
}
