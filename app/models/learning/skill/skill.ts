import { skillStateCodes } from "db/schema/choices"

// A student's skills and their states. Safe in the browser.

export { skillStateCodes as skillStates }
export type SkillState = (typeof skillStateCodes)[number]

export const skillStateLabels = {
  not_started: { word: "Not started", head: "rest", tone: "dim" },
  introduced: { word: "Introduced", head: "open", tone: undefined },
  developing: { word: "Developing", head: "half", tone: undefined },
  secure: { word: "Secure", head: "on", tone: undefined },
  mastered: { word: "Mastered", head: "on", tone: "ok" },
} as const satisfies Record<SkillState, { word: string; head: string; tone: string | undefined }>

/** The state after this one; undefined after the last. */
export const stateAfter = (state: SkillState): SkillState | undefined =>
  skillStateCodes[skillStateCodes.indexOf(state) + 1]

/** A skill one step further, or back: what the form found and what it says. */
export type SkillStep = { skillId: string; from: SkillState; to: SkillState }

/** What a student works on, and what one tap makes of it. */
export type NextSkill = SkillStep & { name: string; level: string }

/** Of the level being worked on: what has begun comes before what has not. */
export function nextSkillIn({ levels, current }: InstrumentSheet): NextSkill | undefined {
  const open = levels.find(({ level }) => level === current)?.lines.filter(({ state }) => !isSecure(state))
  const line = open?.find(({ state }) => state !== "not_started") ?? open?.[0]
  const to = line && stateAfter(line.state)
  return line && to && current !== null
    ? { skillId: line.skillId, name: line.name, level: current, from: line.state, to }
    : undefined
}

/** Whether a skill counts toward the level: it is safe to build on. */
export const isSecure = (state: SkillState): boolean => state === "secure" || state === "mastered"

export type SkillLine = {
  skillId: string
  name: string
  state: SkillState
  /** `YYYY-MM-DD`; null while no one has said anything of it. */
  since: string | null
  comment: string | null
  /** Who said so. */
  by: string | null
}

export type SkillLevel = { level: string; secure: number; lines: SkillLine[] }

export type InstrumentSheet = {
  instrument: string
  levels: SkillLevel[]
  /** The level being worked on; null when everything is secure. */
  current: string | null
  /** The level after it, if the list has one. */
  next: string | null
  /** What is missing for it: the skills of the current level that are not secure. */
  missing: string[]
}

/** A line of the school's list with a student's state, in the list's order. */
export type SheetRow = SkillLine & { instrument: string; level: string }

const same = (a: string, b: string | null) => a.toLowerCase() === b?.trim().toLowerCase()

/**
 * The sheet by instrument and level. A student is placed on the level the school wrote down for the instrument, if the
 * list has it; from there the first level with something missing is the one being worked on.
 */
export function buildSheets(
  rows: readonly SheetRow[],
  placed: readonly { instrument: string; level: string | null }[],
): InstrumentSheet[] {
  const sheets = new Map<string, Map<string, SkillLine[]>>()
  for (const { instrument, level, ...line } of rows) {
    const levels = sheets.get(instrument) ?? new Map<string, SkillLine[]>()
    sheets.set(instrument, levels.set(level, [...(levels.get(level) ?? []), line]))
  }
  return [...sheets].map(([instrument, byLevel]) => {
    const levels = [...byLevel].map(([level, lines]) => ({
      level,
      lines,
      secure: lines.filter(({ state }) => isSecure(state)).length,
    }))
    const recorded = placed.find((each) => same(instrument, each.instrument))?.level ?? null
    const start = Math.max(
      0,
      levels.findIndex(({ level }) => same(level, recorded)),
    )
    const at = levels.findIndex(({ secure, lines }, index) => index >= start && secure < lines.length)
    const current = levels[at]
    return {
      instrument,
      levels,
      current: current?.level ?? null,
      next: current ? (levels[at + 1]?.level ?? null) : null,
      missing: current?.lines.filter(({ state }) => !isSecure(state)).map(({ name }) => name) ?? [],
    }
  })
}
