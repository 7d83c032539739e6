import { expect, test } from "vitest"
import { currencyCodes } from "~/models/accounts/school/currencies.server"
import { changeSettings } from "~/models/accounts/school/school-settings.server"
import type { Actor } from "~/models/foundation/access/actor"
import { feeUnit } from "~/models/money/late-fee/fee-scale"
import { changeLateFee } from "~/models/money/late-fee/late-fee.server"
import { changeReminderStep, listReminderSteps } from "~/models/money/reminder/send-reminders.server"
import { smallestAmount } from "~/utils/smallest-amount"
import { openSchool } from "../../../../tests/support/school"
import { changedBy, nearestPreset, presetKeys, presetsFor, presetTopics } from "./policies"
import {
  applyPreset,
  choosePreset,
  findChosenPreset,
  findPolicies,
  listPolicyChanges,
  listPresets,
  stampOf,
  undoPreset,
} from "./policies.server"

test("a preset that was taken over whole would change nothing more, and is the nearest", () => {
  for (const key of presetKeys) {
    const { actor } = openSchool()
    const before = findPolicies(actor)
    const chosen = changedBy(before, listPresets(actor, before)[key])
    expect(applyPreset(actor, key, { chosen, known: stampOf(before) })).toEqual({
      ok: true,
      changed: chosen.length,
    })
    const after = findPolicies(actor)
    expect(changedBy(after, listPresets(actor, after)[key])).toEqual([])
    expect(nearestPreset(after, listPresets(actor, after)).changed).toEqual([])
  }
})

test("only the chosen rules change, with who and when", () => {
  const { actor } = openSchool()
  const before = findPolicies(actor)
  const done = applyPreset(actor, "firm", { chosen: ["lateFee"], known: stampOf(before) })
  expect(done).toEqual({ ok: true, changed: 1 })
  const after = findPolicies(actor)
  expect(after.lateFee).toMatchObject({ kind: "fixed", amountMinor: 2500, afterDays: 7, isMonthly: false })
  expect({ ...after, lateFee: null }).toEqual({ ...before, lateFee: null })
  const [latest] = listPolicyChanges(actor, 5)
  expect(latest).toMatchObject({ verb: "change-late-fee", actorName: actor.name })
})

test("rules that someone changed meanwhile are compared again first", () => {
  const { actor } = openSchool()
  const known = stampOf(findPolicies(actor))
  changeLateFee(actor, { kind: "fixed", amount: 500, afterDays: 3, isMonthly: true })
  const refused = applyPreset(actor, "flexible", { chosen: ["lateFee"], known })
  expect(refused).toBeRefused("changed-since")
  expect(findPolicies(actor).lateFee.amountMinor).toBe(500)
})

test("reminders come on the days of the preset, in whatever order they were", () => {
  const { actor } = openSchool()
  const [, , first, second, last] = listReminderSteps(actor)
  if (!first || !second || !last) throw new Error("There are five reminders")
  for (const [step, days] of [
    [last, 60],
    [second, 40],
    [first, 30],
  ] as const)
    changeReminderStep(actor, { ...step, isOn: true, days })
  const before = findPolicies(actor)
  applyPreset(actor, "standard", { chosen: ["reminders"], known: stampOf(before) })
  expect(findPolicies(actor).reminders.days).toEqual([-3, 7, 14])
})

test("the pay of an absence is no preset’s matter", () => {
  const { actor } = openSchool()
  const policies = findPolicies(actor)
  const own = { ...policies, late: { ...policies.late, paidPercent: 40 } }
  for (const preset of Object.values(presetsFor(own, 100))) expect(preset.late?.paidPercent).toBe(40)
})

/** A school's administrator where another currency was chosen. */
function schoolIn(currency: string): Actor {
  const { actor } = openSchool()
  return { ...actor, school: { ...actor.school, currency } }
}

test.each([
  ["USD", 1500, 2500],
  ["INR", 30_000, 50_000],
  ["JPY", 150_000, 250_000],
  ["KRW", 1_500_000, 2_500_000],
])("the late fees of presets are everyday amounts in %s", (currency, standard, firm) => {
  const actor = schoolIn(currency)
  const presets = listPresets(actor, findPolicies(actor))
  expect(presets.standard.lateFee).toMatchObject({ kind: "fixed", amountMinor: standard })
  expect(presets.firm.lateFee).toMatchObject({ kind: "fixed", amountMinor: firm })
  expect(presets.flexible.lateFee?.kind).toBe("none")
})

test("no late fee is proposed in a currency whose everyday amounts aren’t known", () => {
  const actor = schoolIn("KWD")
  for (const preset of Object.values(listPresets(actor, findPolicies(actor))))
    expect(preset.lateFee).toMatchObject({ kind: "none", amountMinor: null })
  expect(choosePreset(actor, "standard")).toBeGreaterThan(0)
  expect(findPolicies(actor).lateFee.kind).toBe("none")
})

test("each scale of fees names its currencies once, and whole amounts where there are no cents", () => {
  const named = currencyCodes.filter((each) => feeUnit(each) !== null)
  expect(named.length).toBeGreaterThan(80)
  for (const each of named) expect((feeUnit(each) ?? 0) % smallestAmount(each), each).toBe(0)
})

test("a change to a preset is undone whole, once, and as long as none of its rules was changed again", () => {
  for (const key of presetKeys) {
    const { actor } = openSchool()
    const [, , overdue] = listReminderSteps(actor)
    if (overdue) changeReminderStep(actor, { ...overdue, subject: "Please pay", days: 12 })
    const before = { policies: findPolicies(actor), steps: listReminderSteps(actor) }
    expect(findChosenPreset(actor)).toBeUndefined()
    applyPreset(actor, key, { chosen: presetTopics, known: stampOf(before.policies) })
    const chosen = findChosenPreset(actor)
    expect(chosen).toMatchObject({ preset: key, actorName: actor.name })
    changeSettings(actor, "teachers", { teachersSeePrices: true })
    expect(undoPreset(actor, chosen?.id ?? "")).toEqual({ ok: true, changed: chosen?.count })
    expect(findPolicies(actor)).toEqual({ ...before.policies, teacherPrices: { areSeen: true } })
    expect(listReminderSteps(actor)).toEqual(before.steps)
    expect(undoPreset(actor, chosen?.id ?? "")).toBeRefused("changed-since")
  }
  const { actor } = openSchool()
  applyPreset(actor, "firm", { chosen: presetTopics, known: stampOf(findPolicies(actor)) })
  const id = findChosenPreset(actor)?.id ?? ""
  changeLateFee(actor, { kind: "fixed", amount: 500, afterDays: 3, isMonthly: true })
  const now = findPolicies(actor)
  expect(findChosenPreset(actor)).toBeUndefined()
  expect(undoPreset(actor, id)).toBeRefused("changed-since")
  expect(undoPreset(openSchool().actor, id)).toBeRefused("changed-since")
  expect(findPolicies(actor)).toEqual(now)
})
