import { upperFirst } from "~/utils/names"
// A private class is called after its student, "Freya Okafor, violin". In Freya's own record that is "Violin".

/** What follows the student's name in a class that is called after them; empty where nothing does. Undefined for any other. */
export function afterName(studentName: string, className: string): string | undefined {
  if (className === studentName) return ""
  return className.startsWith(`${studentName}, `) ? className.slice(`${studentName}, `.length) : undefined
}

/**
 * What a private class is called once its student has another name. Undefined for a name that wasn't made from the
 * student's: what follows theirs is the class's instrument, "trial", or when it meets, as an import tells two apart.
 */
export function nameAfterRename(
  { was, is }: { was: string; is: string },
  { name, instrument }: { name: string; instrument: string | null },
): string | undefined {
  const rest = afterName(was, name)
  if (rest === undefined) return undefined
  const [time, ...others] = rest.split(", ").reverse()
  const called = time && madeTime.test(time) ? others.reverse().join(", ") : rest
  const isMade = ["", "trial", (instrument ?? "").toLowerCase()].includes(called.toLowerCase())
  return isMade ? [is, ...(rest ? [rest] : [])].join(", ").slice(0, longestName) : undefined
}

const madeTime = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2}:\d{2}/
/** A class's form takes no longer name. */
const longestName = 120

/** How a class is called in the record of a student. */
export function titleIn(studentName: string, className: string): string {
  const rest = afterName(studentName, className)
  return rest ? upperFirst(rest) : className
}

/** A student and their class where rows are of many students: "Freya Okafor, violin", "Freya Okafor, String Quartet". */
export const nameWithClass = (studentName: string, className: string): string =>
  afterName(studentName, className) === undefined ? `${studentName}, ${className}` : className

/** The same for rows that name their class. */
export const titledIn = <Row extends { className: string }>(
  studentName: string,
  rows: readonly Row[],
): Row[] => rows.map((row) => ({ ...row, className: titleIn(studentName, row.className) }))
