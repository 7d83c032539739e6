// How a student's lesson is called where the class may be named for the student. Safe in the browser.

/** A student's lesson: "Milo Haddad: Guitar ensemble", and just "Milo Haddad, guitar" where the class is named for the student. */
export const lessonOf = (studentName: string, className: string): string =>
  className.includes(studentName) ? className : `${studentName}: ${className}`

/** A class with those who are in it: "Guitar duo (Milo Haddad, Otis Haddad)", unless it is named for them. */
export const classWith = (names: readonly string[], className: string): string =>
  names.every((name) => className.includes(name)) ? className : `${className} (${names.join(", ")})`

/** A class without the name of the student whom it is named for: "drums". */
export const classAlone = (studentName: string, className: string): string =>
  className.startsWith(`${studentName}, `) ? className.slice(studentName.length + 2) : className
