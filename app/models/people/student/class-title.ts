// A private class is called after its student, "Freya Okafor, violin". In Freya's own record that is "Violin".

/** What follows the student's name in a class that is called after them; empty where nothing does. Undefined for any other. */
export function afterName(studentName: string, className: string): string | undefined {
  if (className === studentName) return ""
  return className.startsWith(`${studentName}, `) ? className.slice(`${studentName}, `.length) : undefined
}

/** How a class is called in the record of a student. */
export function titleIn(studentName: string, className: string): string {
  const rest = afterName(studentName, className)
  return rest ? rest.charAt(0).toUpperCase() + rest.slice(1) : className
}

/** A student and their class where rows are of many students: "Freya Okafor, violin", "Freya Okafor, String Quartet". */
export const nameWithClass = (studentName: string, className: string): string =>
  afterName(studentName, className) === undefined ? `${studentName}, ${className}` : className

/** The same for rows that name their class. */
export const titledIn = <Row extends { className: string }>(
  studentName: string,
  rows: readonly Row[],
): Row[] => rows.map((row) => ({ ...row, className: titleIn(studentName, row.className) }))
