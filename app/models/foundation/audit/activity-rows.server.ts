import { labelOfNoun, sentenceOf } from "~/texts/foundation/activity"
import { factsOf } from "~/texts/foundation/event-facts"
import { formatInstant } from "~/utils/zones"
import type { Actor } from "../access/actor"
import { isNamed, namesOfRemoved, namesOfSubjects } from "./event-subjects.server"
import { readFacts } from "./history.server"

type Stored = {
  id: string
  at: number
  who: string
  verb: string
  noun: string
  nounId: string
  before: string | null
  after: string | null
}

/** Entries of the activity as the office reads them: a sentence, the record by name, and what was different. */
export function activityRows(actor: Actor, rows: readonly Stored[]) {
  const { timeZone } = actor.school
  const names = namesOfSubjects(actor, rows)
  const removed = namesOfRemoved(actor, rows, names)
  return rows.map(({ id, at, who, noun, nounId, ...row }) => {
    const [before, after] = [readFacts(row.before), readFacts(row.after)]
    return {
      id,
      at: formatInstant(at, timeZone),
      who,
      noun,
      nounId,
      sentence: sentenceOf({ verb: row.verb, noun, before, after }),
      subject: names.get(nounId) ?? removed.get(nounId) ?? labelOfNoun(noun),
      // A record of a named kind without a name is deleted, so its page no longer exists.
      isThere: names.has(nounId) || !isNamed(noun),
      facts: factsOf(before, after, actor.school),
    }
  })
}
