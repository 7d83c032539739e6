// A private class is called after its student, "Freya Okafor, violin". In Freya's own record that is "Violin".

/** How a class is called in the record of a student. */
export function titleIn(studentName: string, className: string): string {
  const called = `${studentName}, `
  if (!className.startsWith(called) || className === called) return className
  const rest = className.slice(called.length)
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** The same for rows that name their class. */
export const titledIn = <Row extends { className: string }>(
  studentName: string,
  rows: readonly Row[],
): Row[] => rows.map((row) => ({ ...row, className: titleIn(studentName, row.className) }))
