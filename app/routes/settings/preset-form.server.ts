import { z } from "zod"
import { presetKeys, presetTopics } from "~/models/overview/policies/policies"

/** A preset, chosen in the first hour. */
export const PresetForm = z.object({ preset: z.enum(presetKeys, { error: "Choose a preset." }) })

/** The rules of a preset to change to, and the policies that they were compared with. */
export const PresetChangesForm = PresetForm.extend({
  topic: z
    .array(z.enum(presetTopics), { error: "Choose at least one rule to change." })
    .min(1, "Choose at least one rule to change."),
  stamp: z.string({ error: "Compare again." }).max(100, "Compare again."),
})
