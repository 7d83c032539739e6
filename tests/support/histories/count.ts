import fc from "fast-check"

/** Whether many more histories are lived than in `npm test`: `npm run test:long`, before a release. */
export const livesMany = process.env.HISTORIES !== undefined

/**
 * How many histories by chance a test lives: 20 of its usual number in `npm test`; with HISTORIES=500, as `npm run test:long` sets
 * it, that many or the usual number.
 */
export const histories = (usual: number): number =>
  livesMany ? Math.max(usual, Number(process.env.HISTORIES)) : Math.min(usual, 20)

type Values = [unknown, ...unknown[]]
type Arbitraries<Of extends Values> = { [Index in keyof Of]: fc.Arbitrary<Of[Index]> }

/** What holds for all values by chance, in as many histories as `histories` says. */
export const inHistories = <Of extends Values>(
  usual: number,
  ...property: [...Arbitraries<Of>, (...values: Of) => void]
) => fc.assert(fc.property<Of>(...property), { numRuns: histories(usual) })

export const inHistoriesAsync = <Of extends Values>(
  usual: number,
  ...property: [...Arbitraries<Of>, (...values: Of) => Promise<void>]
) => fc.assert(fc.asyncProperty<Of>(...property), { numRuns: histories(usual) })
