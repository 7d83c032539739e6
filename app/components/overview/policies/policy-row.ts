import { paths } from "~/utils/paths"

/** The address of a policy's row with its form open; `on` to begin with the rule turned on. */
export const policyRow = (part: string, on = false) =>
  `${paths.policies({ edit: part, on: on ? "yes" : undefined })}#${part}`
