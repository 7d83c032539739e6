import { parseWithZod } from "@conform-to/zod/v4"
import type { z } from "zod"
import { cannotBeShown, hasControl, isPassword, withoutUnseen } from "~/utils/unseen-text"

// Every form is read here, so that what no keyboard writes is met in one place, whatever the form.

/** No form of ours has more rows than this, nor longer names, nor as many fields. */
const mostRows = 1000
const longestName = 200
const mostFields = 5000

/**
 * A form as its schema reads it. Direction marks and other unseen signs are taken out of texts, as they come along when
 * people copy; a control character is refused beside its field. Passwords are taken as they are. Fields whose names no form
 * of ours has are left out: a name may ask for a list of a thousand million rows.
 */
export function readForm<Schema extends z.ZodType>(form: FormData, { schema }: { schema: Schema }) {
  const read = new FormData()
  const refused = new Set<string>()
  for (const [name, value] of [...form].slice(0, mostFields)) {
    if (!isNameOfField(name)) continue
    if (typeof value !== "string" || isPassword(name)) read.append(name, value)
    else {
      read.append(name, withoutUnseen(value))
      if (hasControl(value)) refused.add(name)
    }
  }
  const careful = schema.superRefine((_value, context) => {
    for (const name of refused)
      context.addIssue({ code: "custom", path: pathOf(name), message: cannotBeShown })
  })
  return parseWithZod(read, { schema: refused.size ? careful : schema })
}

function isNameOfField(name: string): boolean {
  if (name.length > longestName) return false
  return [...name.matchAll(/\[(\d+)\]/g)].every(([, index]) => Number(index) < mostRows)
}

/** `guardians[0].name` as the path of an issue. */
const pathOf = (name: string): (string | number)[] =>
  name
    .split(/[.[\]]+/)
    .filter((part) => part !== "")
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
