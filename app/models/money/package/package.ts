// A package is a number of lessons that a student or a family bought ahead. Attendance takes lessons from it, by the
// percentage that the school's rules charge for each mark; what is left follows from what was taken. Safe in the browser.

import { type classKinds, packageBeyonds, packageRests } from "db/schema/choices"
import type { ChosenTax } from "~/models/accounts/tax/tax"
import { formatFigure } from "~/utils/formats"
import { smallestAmount } from "~/utils/smallest-amount"

export { packageBeyonds, packageRests }
export type PackageRest = (typeof packageRests)[number]
export type PackageBeyond = (typeof packageBeyonds)[number]

/** A lesson in the units that a package is counted in. */
export const unitsPerLesson = 100

/** What becomes of the lessons left when a package ends. */
export const restLabels: Record<PackageRest, string> = {
  forfeit: "Unused lessons are lost",
  credit: "Unused lessons are credited on the next invoice",
  account: "Unused lessons become account credit",
}

/** What becomes of a lesson that no package covers. */
export const beyondLabels: Record<PackageBeyond, string> = {
  charge: "Charge it at the class price",
  wait: "Don’t charge it: it waits for the next package",
}

/** "7 lessons", "1 lesson", "3.5 lessons" of units. */
export function lessonsText(units: number): string {
  const lessons = units / unitsPerLesson
  return `${formatFigure(lessons)} ${lessons === 1 ? "lesson" : "lessons"}`
}

export type PackageState = "open" | "low" | "used-up" | "ended"

export const packageStateLabels = {
  open: { word: "In use", head: "on", tone: "ok" },
  low: { word: "Almost used up", head: "half", tone: undefined },
  "used-up": { word: "Used up", head: "x", tone: "bad" },
  ended: { word: "Ended", head: "rest", tone: "dim" },
} as const satisfies Record<PackageState, { word: string; head: string; tone: string | undefined }>

/** Two lessons or fewer are a reason to renew. */
export const lowUnits = 2 * unitsPerLesson

/** One whose last day has passed has ended, also before the night that settles its rest. */
export function packageState(
  bought: { leftUnits: number; isEnded: boolean; expiresOn: string | null },
  day: string,
): PackageState {
  if (bought.isEnded || (bought.expiresOn !== null && bought.expiresOn < day)) return "ended"
  if (bought.leftUnits <= 0) return "used-up"
  return bought.leftUnits <= lowUnits ? "low" : "open"
}

/** What a package still gives to one lesson. */
export type Room = { packageId: string; units: number }

/** Takes what a lesson needs from packages in their order. `missing` is what none of them had. */
export function takeUnits(needed: number, rooms: readonly Room[]): { taken: Room[]; missing: number } {
  let missing = needed
  const taken: Room[] = []
  for (const { packageId, units } of rooms) {
    const part = Math.min(missing, units)
    if (part <= 0) continue
    taken.push({ packageId, units: part })
    missing -= part
  }
  return { taken, missing }
}

/** The money for the lessons that are left, in minor units: their share of what was paid, rounded to the cent (the yen). */
export function restValue(paidMinor: number, lessons: number, leftUnits: number): number {
  if (leftUnits <= 0) return 0
  const whole = BigInt(lessons * unitsPerLesson * smallestAmount())
  const share = (BigInt(paidMinor) * BigInt(leftUnits) * 2n + whole) / (whole * 2n)
  return Number(share) * smallestAmount()
}
/** A package whose days are over on the day it is entered: nothing is left to take, so it is asked about. */
export const packageOverText =
  "This package would be over today, so only earlier lessons could use it. Choose a later day, or sell it anyway."

/** What became of the lessons left: how much was given back, and how; minor units. */
export type EndedRest = {
  leftUnits: number
  amountMinor: number
  how: "lost" | "none" | "next-invoice" | "account"
}

/** "$66.67 for 2 lessons comes off the next invoice." */
export function endedRestText(
  { leftUnits, amountMinor, how }: EndedRest,
  money: (minor: number) => string,
): string {
  const left = lessonsText(leftUnits)
  if (how === "none") return leftUnits > 0 ? `Nothing is given back for ${left}.` : "No lessons were left."
  if (how === "lost") return `${left} unused ${leftUnits === unitsPerLesson ? "is" : "are"} lost.`
  return how === "account"
    ? `${money(amountMinor)} for ${left} is account credit, by a credit note.`
    : `${money(amountMinor)} for ${left} comes off the next invoice.`
}

/** A package that the school sells; minor units. */
export type PackageOffer = ChosenTax & {
  id: string
  name: string
  /** null: for lessons of every kind */
  classKind: (typeof classKinds)[number] | null
  lessons: number
  priceMinor: number
  validDays: number | null
  restRule: PackageRest
  /** Families buy it in their portal themselves. */
  isForFamilies: boolean
  isArchived: boolean
}

/** A lesson that waits for a package. */
export type WaitingLesson = {
  seatId: string
  sessionId: string
  localDate: string
  className: string
  familyId: string
  studentId: string
  studentName: string
  units: number
}

/** A package that was sold; minor units, `YYYY-MM-DD`. */
export type BoughtPackage = {
  id: string
  name: string
  familyId: string
  familyName: string
  /** null: for every student of the family */
  studentId: string | null
  studentName: string | null
  lessons: number
  leftUnits: number
  priceMinor: number
  soldOn: string
  expiresOn: string | null
  restRule: PackageRest
  classKind: (typeof classKinds)[number] | null
  endReason: string | null
  /** Its last day, once it has ended: the one it was sold for, or the day on which it was ended. */
  endedOn: string | null
  state: PackageState
}

/** Query of the list of sold packages; anything unusable is left out. */
export const packageFilters = ["open", "low", "used-up", "ended"] as const
