// The form with which a teacher leaves: who takes each of their classes and events. Safe in the browser.

/** The field that names who takes a class. */
export const takerName = (classId: string) => `class.${classId}`

/** The field of the search for who takes a class, where a school has many teachers. */
export const takerFind = (classId: string) => `find.${classId}`

/** The fields that name who takes over an event. */
export const eventTakerName = (occasionId: string) => `event.${occasionId}`
export const eventTakerFind = (occasionId: string) => `find-event.${occasionId}`

/** Why a teacher stays: of a class, who is known, busy, away or has other hours. */
export type DeactivateRefusal =
  | { ok: false; reason: "not-found" }
  | {
      ok: false
      reason: "clash" | "unknown-teacher"
      classId: string
      className: string
      clashes: string[]
      mayOverride: boolean
    }
  | { ok: false; reason: "unknown-lead"; occasionId: string }
