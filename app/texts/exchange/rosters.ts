// What the check of a roster says of its columns, rows and cells.

import { joinNames } from "~/utils/names"

export const hardlyRead = (column: string, field: string): string =>
  `“${column}” has hardly a cell that can be read as ${field}, so it’s kept in the notes.`

/** Of a column in the notes, and of a title. */
export const sharesOfPayers = (column: string): string =>
  `“${column}” says who pays how much. Only one guardian pays after the import: set the shares in the family.`
export const titleUnused = (title: string): string =>
  `“${title}” is above the headings and says when lessons are. It isn’t imported: add columns for the day, time and length.`
/** Of a row among the students. */
export const titleWithTimes = (title: string): string =>
  `“${title}” says when lessons are, and isn’t read. Add columns for the day, time and length.`
export const timesInNotes = (column: string, choice: string): string =>
  `“${column}” has days and times of lessons, and is kept in the notes. To import these lessons, choose “${choice}” for it, and a length for lessons without one.`
export const besideOthers = (column: string): string =>
  `“${column}” comes twice: the students in the second column are only in the notes of those in the same row. To import them, put one table below the other.`

export const personalNumbers = (column: string): string =>
  `“${column}” has personal ID or bank numbers. The column isn’t imported, because every teacher of a student reads the notes. To keep it, choose “Keep in notes” for it.`

export const namesTurned = {
  both: "Names are read with the last name first: students and their guardians share their first word.",
  children: "Students’ names are read with the last name first: their guardians’ names end with it.",
  adults: "Guardians’ names are read with the last name first: their students’ names end with it.",
}

export const labelNoName = (cell: string): string =>
  `“${cell}” is a label. Put each student in one row, with the labels as headings.`

/** Of a price for a term or a year. */
export const pricePerTerm = (cell: string): { message: string; group: string } => {
  const rest =
    "is a price for more than a month. The student is imported without it: set the price of the class after the import."
  return { message: `“${cell}” ${rest}`, group: `The price ${rest}` }
}

/** Of a price for a lesson of another length than the row’s. */
export const priceOfLength = (cell: string, minutes: number): string =>
  `“${cell}” is a price for ${minutes} minutes, and the lesson has another length.`

/** Of a guardian whose cell can name two. */
export const maybeTwo = (cell: string, name: string): { message: string; group: string } => {
  const rest = "To import two, put a semicolon between them."
  return {
    message: `“${cell}” is read as one guardian, ${name}. ${rest}`,
    group: `The cell is read as one guardian, with the last name first. ${rest}`,
  }
}

/** Of a cell below a heading of payers. */
export const noPayer = (cell: string, column: string): { message: string; group: string } => {
  const rest = "isn’t a person, so it’s kept in the notes. Check who pays after the import."
  return { message: `“${cell}” in “${column}” ${rest}`, group: `The cell in “${column}” ${rest}` }
}

/** Of a start or end that has no day. */
export const dayOfMonth = (cell: string, day: "first" | "last"): { warning: string; group: string } => {
  const rest = `has no day, so the ${day} of the month is used.`
  return { warning: `“${cell}” ${rest}`, group: `The date ${rest}` }
}

/** Of a birth date that has none. */
export const monthAlone = (cell: string): string => `“${cell}” has no day.`

/** Of who leaves on a day to come. */
export const activeUntil = "active until that day"

/** Of a lesson that isn’t every week or every other one. */
export const notWeekly = (cell: string): { message: string; group: string } => {
  const rest =
    "isn’t every week. The student is imported without the lesson, and its cells are kept in the notes. Add it after the import."
  return { message: `“${cell}” ${rest}`, group: `The lesson ${rest}` }
}

/** Of a lesson whose notes may say that it isn’t every week. */
export const weeklyThough = (notes: string): { message: string; group: string } => {
  const rest = "The lesson is imported for every week. If that’s wrong, change it after the import."
  return {
    message: `The notes say “${notes}.” ${rest}`,
    group: `The notes say how often the lesson is. ${rest}`,
  }
}

/** Of a lesson every other week without a day on which it starts. */
export const everyOtherFrom = {
  message:
    "The lesson is every other week, and the file doesn’t say which weeks. We start with the first week of lessons. If that’s wrong, give the row a start date.",
}

/** Of a title that says what the rows below it don’t. */
export const saidOfBelow = (said: readonly (readonly [field: string, text: string])[]): string =>
  `${joinNames(said.map(([field, text]) => `“${text}” is the ${field === "weekday" ? "day" : field}`))} of the rows below it.`

/** Of what stands above headings that come again. */
export const titleOfPage = (text: string): string => `“${text}” is the title of a page.`

/** Of a further child of a row that has one lesson. */
export const lessonOfFirst = (first: string, further: string): { message: string; group: string } => ({
  message: `The row’s lesson is ${first}’s. ${further} is imported without it.`,
  group: "The row’s lesson is its first child’s. The others are imported without it.",
})

/** Of a row of dashes. */
export const lineBetween = "Is a line between the rows."

/** Of classes that a list names without saying when they are. */
export const classesWithoutTime = (column: string, classes: readonly string[], more: number): string =>
  `“${column}” names classes without a day and time, so they aren’t created: ${classes.join(", ")}${more > 0 ? ` and ${more} more` : ""}. The names are kept as the students’ instruments. Add the classes after the import, or columns with their days and times before it.`

/** Of a row below merged cells. */
export const familyAbove = (family: string): { message: string; group: string } => ({
  message: `This row names no family. ${family}, which is above it, is taken.`,
  group: "The row names no family. The one above it is taken.",
})
export const adultIsStudent = (name: string): { message: string; group: string } => ({
  message: `This row names no student. ${name} is imported as one.`,
  group: "The row names no student. The client it names is imported as one.",
})
export const studentAbove = (student: string): { message: string; group: string } => ({
  message: `This row names a guardian and no student. It’s taken for ${student}, who is above it.`,
  group: "The row names a guardian and no student. It’s taken for the student above it.",
})
export const teacherAbove = (teacher: string): { message: string; group: string } => ({
  message: `This row names no teacher. ${teacher}, who is above it, is taken.`,
  group: "The row names no teacher. The one above it is taken.",
})

/** Of notes that are a status. */
export const statusInNotes = (cell: string, status: string): { message: string; group: string } => ({
  message: `The notes say “${cell},” and the student isn’t imported as ${status}. Change the status after the import.`,
  group: "The notes say a status, and the student is imported without it. Change it after the import.",
})

/** Of a status that is read in part. */
export const statusInPart = (cell: string, status: string): { warning: string; group: string } => ({
  warning: `“${cell}” is read as ${status}. The cell is kept in the notes.`,
  group: "Only part of the status is used. The cell is kept in the notes.",
})

/** How a sheet is read, for its menu, and what is said of one that isn't a table of students. */
export const shapeTexts = {
  rows: { label: "A student in each row", read: "" },
  grid: {
    label: "A timetable with names in its cells",
    read: "It’s read as a timetable: each name in a cell is a student, with the day, time and teacher or room of its row and column.",
  },
  cards: {
    label: "A line for each value",
    read: "It’s read as a list with a line for each value: the lines of each person are one row.",
  },
} as const

/** Why a sheet has no student where it is read so. */
export const noneInShape = {
  rows: "There are no rows below these headings. Choose the row above the students.",
  grid: "No cell has a name below these headings. Choose the row that has the days, teachers or rooms.",
  cards: "No line has a label with a value, like “Parent: Ann Lee.” Choose another layout.",
} as const
export const tooManyLines = (most: number) =>
  `A list with a line for each value may have ${most} lines. Choose another layout.`
/** Of a sheet that may be such a list. */
export const mayBeLines = (of: string) =>
  `Most rows${of} look like “Label: value.” If the lines of one student are below each other, choose “${shapeTexts.cards.label}” as the layout.`

/** Of a timetable that says when lessons begin. */
export const untilNext = {
  question: (minutes: number, row: string) =>
    `This timetable doesn’t say how long lessons are. Do they last until the next row, such as ${minutes} minutes in row ${row}?`,
  until: "Yes, until the next row",
  missing: "No, their length is missing",
}
export const noteAmongTimes = (cell: string): string => `“${cell}” is beside the times, where no student is.`
export const noteBetweenStudents = (cell: string): string => `“${cell}” is in no student’s lines.`
export const belowOthers = (cell: string, title: string): string => `“${cell}” is in the list “${title}.”`
export const ofRole = (cell: string, role: string, column: string): string =>
  `“${cell}” is “${role}” in “${column}.”`
export const parentBelow = (cell: string): string => `“${cell}” is a guardian of the student above.`
export const familyBelow = (cell: string): string => `“${cell}” is the family of the students below it.`
export const parentOfOthers = (cell: string): string => `“${cell}” is a guardian of students in other rows.`
export const noStudentInCell = (cell: string): string => `“${cell}” is no student’s name.`

/** What two rows share, and what they don't, before "Are they one family?" */
export const noBalance = (text: string) =>
  `“${text}” isn’t a balance. Write what is due like 32.50, and credit like -32.50.`
export const otherBalance = (other: string) =>
  `Row ${other} of this family has another opening balance. That one is entered.`
export const hasBalance = (family: string) =>
  `${family} has an opening balance already, so the one in the file isn’t entered.`
export const shareFamily = (who: string, what: string) => `${who} share ${what}. Are they one family?`
export const notTheOthers = (adult: string, one: string, other: string) =>
  `the guardian ${adult}, but not the others (${one} and ${other})`
export const notThePayer = (adult: string) => `the guardian ${adult}, but not the payer`
export const notTheAddress = (adult: string) => `the guardian ${adult}, but not the address`
export const guardianHere = (adult: string, beside: string, names: readonly string[], besides: string) =>
  `${adult} is already a guardian here, in a family with ${beside}. ${names.join(", ")} ${names.length > 1 ? "are" : "is"} with ${besides} instead. ${names.length > 1 ? "Are they" : "Is this student"} part of that family?`

/** Of a sheet that calls the same things otherwise than the one it is read with. */
export const calledOtherwise = (sheet: string, called: readonly (readonly [own: string, label: string])[]) =>
  `Sheet “${sheet}” is read under the headings of another one: ${called.map(([own, label]) => `“${own}” as “${label}”`).join(", ")}.`

export const hiddenRows = (rows: string, of: string, isOne: boolean, leavesOut: boolean) =>
  `${rows}${of} ${isOne ? "is" : "are"} ${leavesOut ? "left out." : `included. ${isOne ? "It’s" : "They’re"} hidden in the spreadsheet.`}`
export const hiddenColumns = (of: string, columns: readonly string[]) =>
  `Hidden ${columns.length === 1 ? "column" : "columns"}${of} included: ${columns.join(", ").replace(/”$/, ".”")}`

/** Of a row. */
export const noDay = {
  warning: (name: string) => `No lesson day and time: ${name} is imported without a class.`,
  group: "No lesson day and time: the student is imported without a class.",
}
export const noFurther = {
  warning: (name: string, instrument: string | null) =>
    `No lesson day and time: ${name}’s lesson${instrument ? ` in ${instrument}` : ""} isn’t created. It’s kept in the notes.`,
  group: "No lesson day and time: a further lesson isn’t created. It’s kept in the notes.",
}
export const stillGets = {
  warning: (name: string, state: string) => `${name} is ${state} but still gets this lesson.`,
  group: (state: string) => `The student is ${state} but still gets the lesson.`,
}

export const guardianOfOneName = (who: string, adult: string, lack: string) =>
  `${who} have a guardian named ${adult}, ${lack}. Are they one family?`
export const shareTheirName = (who: string, name: string) =>
  `${who} share the family name “${name}” but no email, phone or guardian. Are they one family?`
export const namelessGuardian = (number: number, student: string) => ({
  message: `Guardian ${number} of ${student} has no name. Add it after the import.`,
  group: `Guardian ${number} has no name. Add it after the import.`,
})

/** Of a list of dated appointments. */
export const areWeekly = {
  question: (students: number, row: string) =>
    `This is a list of appointments with dates. ${students === 1 ? "1 student comes" : `${students} students come`} on the same day and time each week, such as row ${row}. Are these weekly lessons?`,
  weekly: "Yes, make weekly lessons",
  notes: "No, keep the dates in the notes",
}
export const isAppointmentOf = (row: string) => `Is an appointment of the student in row ${row}.`

/** Of rows with a lesson time and no day. */
export const onDayAbove = {
  question: (rows: number, row: string) =>
    rows > 1
      ? `${rows} rows have a lesson time and no day, such as row ${row}. Are they on the day above them?`
      : `Row ${row} has a lesson time and no day. Is it on the day above it?`,
  above: "Yes, on the day above",
  missing: "No, the day is missing",
}

/** Of a file that was read with the wrong letters. */
export const wrongLetters = (word: string) =>
  `Some letters of this file look wrong, as in “${word}.” Choose its encoding under “Characters or columns look wrong?” on the columns page.`
