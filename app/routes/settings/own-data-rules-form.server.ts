import { z } from "zod"
import { ownDataRuleKeys } from "~/models/people/own-data/own-data"
import { chosenKey } from "~/utils/form-text"

/** What the school chose for each fact, by its name. */
export const OwnDataRulesForm = z.object({
  rules: z.record(chosenKey, z.enum(ownDataRuleKeys, "Choose from the list.")).default({}),
})
