import { allMonths, type FactSign, signOwner, signsMonths } from "./month-signs.server"
import { ofSchema, onConnection, untilWritten } from "./on-connection.server"
import { keeperOfEach, schoolStamp } from "./unchanged.server"

// What was read of some months of a school stays true while others are written (month-signs.server.ts).

/** What is depended on: all months of a sign, or those (`YYYY-MM`, both included) that are named. */
export type OnSign = { sign: FactSign; from?: string; to?: string }

const statements = onConnection((on, number) => ({
  number,
  signs: on
    .prepare(
      "select owner, cast(sign as text) from change_signs where owner = ? or (owner >= ? and owner < ?) order by 1",
    )
    .raw(),
}))
const signsMonthsHere = ofSchema(signsMonths)

/** The signs of all that a school has months of, and the one that all schools share. */
const monthSigns = untilWritten(
  (schoolId: string) =>
    statements().signs.all(allMonths, `${schoolId} `, `${schoolId}!`) as [owner: string, sign: string][],
)

/** What stands for some months of a school. Without the triggers of this version the school's sign stands for them. */
function monthStamps(schoolId: string): (on: readonly OnSign[]) => string | undefined {
  if (!signsMonthsHere()) return () => schoolStamp(schoolId)
  const found = monthSigns(schoolId)
  const shared = `${statements().number} ${found.find(([owner]) => owner === allMonths)?.[1]}`
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
