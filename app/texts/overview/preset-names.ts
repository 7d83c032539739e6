import type { PresetKey } from "~/models/overview/policies/policies"

/** The presets of the policies as people read them. Safe in the browser. */
export const presetNames: Record<PresetKey, string> = {
  flexible: "Flexible",
  standard: "Standard",
  firm: "Firm",
  flat: "Flat tuition",
}
