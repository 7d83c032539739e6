import type Database from "better-sqlite3"
import { sqlite } from "./client.server"
import { allMonths, type FactSign, signOwner, signsMonths } from "./month-signs.server"
import { keeperOfEach, schoolStamp } from "./unchanged.server"

// What was read of some months of a school stays true while others are written (month-signs.server.ts).

/** What is depended on: all months of a sign, or those (`YYYY-MM`, both included) that are named. */
export type OnSign = { sign: FactSign; from?: string; to?: string }

/** What the version of the tables and triggers is called among the signs: it's read with them. */
const schemaVersion = " schema"

let askedMonths:
  | {
      on: Database.Database
      signs: Database.Statement
      isOf?: string
      signsMonths: boolean
      number: number
    }
  | undefined

/**
 * The signs of a school's months, asked each time as those of days are. Without the triggers of this version the school's
 * sign stands for them.
 */
function monthStamps(schoolId: string): (on: readonly OnSign[]) => string | undefined {
  const here = sqlite()
  if (askedMonths?.on !== here)
    askedMonths = {
      on: here,
      signs: here
        .prepare(
          `select owner, cast(sign as text) from change_signs where owner = ? or (owner >= ? and owner < ?)
            union all select '${schemaVersion}', cast(schema_version as text) from pragma_schema_version order by 1`,
        )
        .raw(),
      signsMonths: false,
      number: (askedMonths?.number ?? 0) + 1,
    }
  const { signs, number } = askedMonths
  const found = signs.all(allMonths, `${schoolId} `, `${schoolId}!`) as [owner: string, sign: string][]
  const schema = found.find(([owner]) => owner === schemaVersion)?.[1]
  if (askedMonths.isOf !== schema) {
    askedMonths.isOf = schema
    askedMonths.signsMonths = signsMonths(here)
  }
  if (!askedMonths.signsMonths) return () => schoolStamp(schoolId)
  const shared = `${number} ${found.find(([owner]) => owner === allMonths)?.[1]}`
  return (on) =>
    on
      .flatMap(({ sign, from = "", to = "~" }) => {
        const [least, most] = [signOwner(sign, schoolId, from), signOwner(sign, schoolId, to)]
        return found.flatMap(([owner, value]) =>
          owner >= least && owner <= most ? `${owner.slice(schoolId.length)} ${value}` : [],
        )
      })
      .concat(shared)
      .join(" ")
}

/** Keeps what depends on some signs of a school, and on what its key names, alone. */
export function keepOfMonths<Value>(most: number) {
  const keep = keeperOfEach<Value>(most)
  return <Asked extends { key: string; on: readonly OnSign[] }>(
    schoolId: string,
    all: readonly Asked[],
    read: (stale: readonly Asked[]) => readonly Value[],
  ): Value[] => {
    const stampOfSigns = monthStamps(schoolId)
    return keep(
      all,
      ({ key, on }) => ({ key: JSON.stringify([schoolId, key]), stamp: stampOfSigns(on) }),
      read,
    )
  }
}
