// A private class is called after its student, "Freya Okafor, violin". In Freya's own record that is "Violin".

const isNamedAfter = (studentName: string, className: string) => className.startsWith(`${studentName}, `)

/** How a class is called in the record of a student. */
export function titleIn(studentName: string, className: string): string {
  const rest = className.slice(`${studentName}, `.length)
  if (!isNamedAfter(studentName, className) || rest === "") return className
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** A student and their class where rows are of many students: "Freya Okafor, violin", "Freya Okafor, String Quartet". */
export const nameWithClass = (studentName: string, className: string): string =>
  isNamedAfter(studentName, className) ? className : `${studentName}, ${className}`

/** The same for rows that name their class. */
export const titledIn = <Row extends { className: string }>(
  studentName: string,
  rows: readonly Row[],
): Row[] => rows.map((row) => ({ ...row, className: titleIn(studentName, row.className) }))
