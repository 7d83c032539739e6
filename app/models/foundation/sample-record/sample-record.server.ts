import type { sampleNouns } from "db/schema/choices"
import { sampleRecords } from "db/schema/foundation-sample"
import { and, count, eq } from "drizzle-orm"
import type { Actor } from "../access/actor"
import { add, hasRow, ownRows, remove, select } from "../access/door.server"
import { own } from "../access/own.server"

// Which of a school's records are sample data, to look around with. They count toward no limit of the plan, get no
// invoice, and are removed together.

export type SampleNoun = (typeof sampleNouns)[number]

/** Marks a record as sample data, in the transaction that makes it. */
export function markSample(actor: Actor, sample: { noun: SampleNoun; nounId: string; key: string }) {
  add(actor, sampleRecords, sample)
}

/** What the sample calls this, if it is made already. */
export const findSampleId = (actor: Actor, key: string): string | undefined =>
  ownRows(actor, sampleRecords, ["nounId"]).where(eq(sampleRecords.key, key)).get()?.nounId

export const isSample = (actor: Actor, noun: SampleNoun, nounId: string): boolean =>
  hasRow(actor, sampleRecords, and(eq(sampleRecords.noun, noun), eq(sampleRecords.nounId, nounId)))

/** Whether the school looks at sample data. */
export const hasSample = (actor: Actor): boolean => hasRow(actor, sampleRecords)

/** The same, for a statement that reads it with more. */
export const anySampleQuery = (actor: Actor) =>
  select({ id: sampleRecords.id }).from(sampleRecords).where(own(actor, sampleRecords))

export const listSampleRecords = (actor: Actor): { noun: SampleNoun; nounId: string }[] =>
  ownRows(actor, sampleRecords, ["noun", "nounId"]).all()

/** How many records of each noun are sample data. */
export const countSample = (actor: Actor): Partial<Record<SampleNoun, number>> =>
  Object.fromEntries(
    ownRows(actor, sampleRecords, { noun: sampleRecords.noun, n: count() })
      .groupBy(sampleRecords.noun)
      .all()
      .map(({ noun, n }) => [noun, n]),
  )

/** Forgets that there was a sample, in the transaction that removes it. */
export function forgetSample(actor: Actor) {
  remove(actor, sampleRecords, own(actor, sampleRecords))
}
