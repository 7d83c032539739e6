// The form with which a teacher leaves: who takes each of their classes. Safe in the browser.

/** The field that names who takes a class. */
export const takerName = (classId: string) => `class.${classId}`

/** The field of the search for who takes a class, where a school has many teachers. */
export const takerFind = (classId: string) => `find.${classId}`
