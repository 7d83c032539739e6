// Attendance that a device sends before the lesson opens it: the answer says how long it has to wait. Safe in the browser.

/** Stands in the answer to a form that came too early. */
export const spellOpensIn = (ms: number) => `opens in ${ms} ms`

/** How long attendance sent too early has to wait, in ms; undefined for any other answer. */
export function readOpensIn(answer: string): number | undefined {
  const ms = /"opens in (\d+) ms"/.exec(answer)?.[1]
  return ms === undefined ? undefined : Number(ms)
}
