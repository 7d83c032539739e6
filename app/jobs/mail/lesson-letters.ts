import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { lessonsArrangedParagraphs } from "~/models/foundation/outbox/lessons-arranged"
import type { MailData, SessionChange } from "~/models/foundation/outbox/outbox"
import { lessonNotesSubject } from "~/texts/foundation/lesson-notes"
import { env } from "~/utils/env.server"
import { countOf, formatDate, formFor } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"
import { type Reached, turnOff, wayOn, wayOnOrOff } from "./ways-on"

/** Fewer lessons are listed each. */
const fewest = 3

/**
 * The lessons of a change as rows, where one row says what a new weekly time does to all that follow it: "Tuesdays 4:15 PM:
 * Guitar, Milo, now Mondays 4:45 PM from Dec 7". Lessons of which anything else is different are listed below.
 */
function weeklyLines({
  lessons,
  weekly = [],
}: Pick<MailData["session-changed"], "lessons" | "weekly">): [string, string][] {
  return weekly.reduce((rows, { was, is, lessons: moves }) => {
    const nowOf = new Map(moves)
    const texts = rows.map(([when, text]) => {
      const now = nowOf.get(when)
      return now && text.includes(now) ? text.replaceAll(now, is) : undefined
    })
    const line = texts.find((text) => text !== undefined)
    if (line === undefined || texts.filter((text) => text === line).length < fewest) return rows
    return [[was, line] satisfies [string, string], ...rows.filter((_, index) => texts[index] !== line)]
  }, lessons)
}

type ChangeTexts = { subject: string; about: string }

const changeTexts: Record<SessionChange, { one: ChangeTexts; several: ChangeTexts }> = {
  moved: {
    one: { subject: "Lesson rescheduled", about: "This lesson has a new time:" },
    several: { subject: "Lessons rescheduled", about: "These lessons have a new time, room or teacher:" },
  },
  added: {
    one: { subject: "Lesson added", about: "This lesson is new:" },
    several: { subject: "Lessons added", about: "These lessons are new:" },
  },
  taught: {
    one: { subject: "Change of teachers", about: "Who teaches this lesson has changed:" },
    several: { subject: "Change of teachers", about: "Who teaches these lessons has changed:" },
  },
  placed: {
    one: { subject: "Change of room", about: "This lesson has a new room:" },
    several: { subject: "Change of room", about: "These lessons have a new room:" },
  },
  "taught-and-placed": {
    one: {
      subject: "Change of teachers and room",
      about: "Who teaches this lesson and its room have changed:",
    },
    several: {
      subject: "Change of teachers and rooms",
      about: "Who teaches these lessons and their rooms have changed:",
    },
  },
  changed: {
    one: { subject: "Lesson changed", about: "This lesson has changed:" },
    several: { subject: "Lessons changed", about: "These lessons have changed:" },
  },
  cancelled: {
    one: { subject: "Lesson canceled", about: "This lesson is canceled:" },
    several: { subject: "Lessons canceled", about: "These lessons are canceled:" },
  },
  restored: {
    one: { subject: "Lesson back on", about: "This lesson is back on:" },
    several: { subject: "Lessons back on", about: "These lessons are back on:" },
  },
  booked: {
    one: { subject: "Make-up lesson booked", about: "This make-up lesson is booked:" },
    several: { subject: "Make-up lessons booked", about: "These make-up lessons are booked:" },
  },
  guest: {
    one: { subject: "Guest lesson booked", about: "A guest spot is booked in this lesson:" },
    several: { subject: "Guest lessons booked", about: "Guest spots are booked in these lessons:" },
  },
}

/** Upcoming lessons that changed. */
export const sessionChangedLetter = (data: MailData["session-changed"] & Reached): Letter => {
  const { one, several } = changeTexts[data.change]
  const [only, ...others] = data.lessons
  const movedId = others.length === 0 ? data.lessonId : undefined
  const { subject, about } = others.length === 0 ? one : several
  return {
    subject: `${subject}: ${only && others.length === 0 ? only[0] : data.schoolName}`,
    greeting: greet(data.recipientName),
    paragraphs: [about],
    facts: weeklyLines(data),
    after: [
      ...(data.reason ? [`Reason: ${data.reason}`] : []),
      ...(movedId && data.hasPages === false
        ? [`If the new time doesn’t work for you, let ${data.schoolName} know.`]
        : []),
    ],
    ...wayOnOrOff(
      data,
      movedId
        ? { label: "Confirm or decline", path: paths.studentSession(movedId) }
        : {
            label: "View schedule",
            path: data.forTeacher ? paths.teacherSchedule() : paths.studentSchedule(),
          },
    ),
    sender: data.schoolName,
  }
}

/** A teacher is away: what becomes of the lessons, or that all is as it was. */
export const lessonsArrangedLetter = (data: MailData["lessons-arranged"] & Reached): Letter => {
  const { teacherName, away, audience, isUndone } = data
  const isFamily = audience === "family"
  // The schedule asks for each, where there are several.
  const movedIds = data.hasPages === false ? [] : (data.movedIds ?? [])
  const [movedId, ...others] = movedIds
  const [lead = "", ...after] = lessonsArrangedParagraphs({ ...data, movedIds })
  return {
    subject: isUndone
      ? `Back to the original plan: lessons with ${teacherName}`
      : audience === "substitute"
        ? `You’re substituting for ${teacherName}`
        : audience === "colleague"
          ? `${teacherName} is away: who teaches with you`
          : audience === "away"
            ? `Your lessons while you’re away, ${away}`
            : `${teacherName} is away, ${away}`,
    greeting: greet(data.recipientName),
    paragraphs: [lead],
    facts: data.lessons,
    after,
    ...wayOnOrOff(data, {
      label: movedId ? "Confirm or decline" : "View schedule",
      path:
        movedId && others.length === 0
          ? paths.studentSession(movedId)
          : isFamily
            ? paths.studentSchedule()
            : paths.teacherSchedule(),
    }),
    sender: data.schoolName,
  }
}

/** To a family: a lesson of today starts late. */
const runningLateLetter = (data: MailData["running-late"] & Reached): Letter => ({
  subject: `Starting about ${data.minutes} minutes late: ${data.lesson} at ${data.time}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.teacherName} is running about ${data.minutes} minutes late for ${data.lesson} at ${data.time} today. Sorry for the wait.`,
  ],
  ...wayOnOrOff(data, { label: "View lesson", path: paths.studentSession(data.lessonId) }),
  sender: data.schoolName,
})

/** To a teacher: a student can’t come, or comes after all. */
export function absenceNoticedLetter(data: MailData["absence-noticed"] & Reached): Letter {
  const { studentName, className, when, others = [], comes, text } = data
  const which = others.length ? countOf(others.length + 1, "lesson") : when
  const where = others.length ? "these lessons" : `${className} on ${when}`
  return {
    subject: comes ? `${studentName} is coming after all: ${which}` : `${studentName} can’t come: ${which}`,
    greeting: greet(data.recipientName),
    paragraphs: [
      `${studentName} ${comes ? "is coming" : "can’t come"} to ${where}${comes ? " after all" : ""}${others.length ? ":" : "."}`,
    ],
    after: text ? [`“${text}”`] : [],
    ...(others.length ? { facts: [[when, className], ...others] } : {}),
    ...wayOnOrOff(data, { label: "View schedule", path: paths.teacherSchedule() }),
    sender: data.schoolName,
  }
}

const confirmations = {
  absence: { subject: "Absence reported", about: "You reported that {name} can’t come:" },
  withdrawn: { subject: "Absence withdrawn", about: "You reported that {name} is coming after all:" },
  booked: { subject: "Make-up lesson booked", about: "You booked a make-up lesson for {name}:" },
  "open-time": { subject: "Lesson booked", about: "You booked a lesson for {name}:" },
  "open-time-canceled": { subject: "Lesson canceled", about: "You canceled a lesson of {name}:" },
}

/** To a family: what they have just reported or booked, to keep. */
function familyConfirmationLetter(data: MailData["family-confirmation"] & Reached): Letter {
  const { subject, about } = confirmations[data.what]
  const [only, ...others] = data.lessons
  const which = only && others.length === 0 ? only[0] : countOf(data.lessons.length, "lesson")
  return {
    subject: `${subject}: ${data.studentName}, ${which}`,
    greeting: greet(data.recipientName),
    paragraphs: [about.replace("{name}", data.studentName), ...data.effects],
    facts: data.lessons,
    ...wayOnOrOff(data, { label: "View schedule", path: paths.studentSchedule() }),
    sender: data.schoolName,
  }
}

/** To the office: a family booked an open time, or canceled it. */
const openTimeLetter = (data: MailData["open-time"]): Letter => ({
  subject: `${data.by} ${data.what} a lesson: ${data.studentName}, ${data.when}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    data.what === "booked"
      ? `${data.by} booked an open time for ${data.studentName} in the family’s portal:`
      : `${data.by} canceled an open time of ${data.studentName} in time:`,
  ],
  facts: [[data.when, data.className]],
  button: { label: "View student", url: `${env().APP_URL}${paths.student(data.studentId)}` },
  sender: data.schoolName,
})

type AskedLeave = Pick<MailData["leave-asked"], "studentName" | "isEnd" | "startsOn" | "endsOn" | "className">

const leaveFacts = ({
  studentName,
  students = 1,
  isEnd,
  startsOn,
  endsOn,
  className,
}: AskedLeave & { students?: number }): [string, string][] => [
  [formFor(students, "Student", "Students"), studentName],
  ["Classes", className ?? "All"],
  ...(isEnd
    ? [["Last day of lessons", startsOn] satisfies [string, string]]
    : [
        ["First day", startsOn] satisfies [string, string],
        ["Last day", endsOn ?? "Not known yet"] satisfies [string, string],
      ]),
]

const askedFor = ({ isEnd, studentName }: AskedLeave) =>
  `${isEnd ? "the end of lessons" : "a leave"} for ${studentName}`

/** To the office: a family asks for a leave or the end of lessons. */
const leaveAskedLetter = (data: MailData["leave-asked"]): Letter => ({
  subject: `${data.askerName} requests ${askedFor(data)}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `${data.askerName} requests ${askedFor(data)} in the family’s portal. Nothing changes until you approve it.`,
  ],
  facts: leaveFacts(data),
  button: { label: "Approve or decline", url: `${env().APP_URL}${paths.familyChanges()}` },
  sender: data.schoolName,
})

/** To who asked: the office's answer. What the office wrote is read in the portal. */
const leaveAnsweredLetter = (data: MailData["leave-answered"] & Reached): Letter => ({
  subject: `Your request for ${data.studentName} was ${data.isApproved ? "approved" : "declined"}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    data.isApproved
      ? `${data.schoolName} approved your request for ${askedFor(data)}.`
      : `${data.schoolName} declined your request for ${askedFor(data)}. You can read why in your portal.`,
  ],
  facts: leaveFacts(data),
  ...wayOn(data, { label: "View request", path: paths.studentLeaves() }),
  sender: data.schoolName,
})

const leaveSubjects = { recorded: "On leave", changed: "Leave changed", undone: "No longer on leave" }

/** To a family and its teachers: what the office entered. */
const leaveToldLetter = (data: MailData["leave-told"] & Reached): Letter => {
  const { studentName: who, students = 1, what, forTeacher, schoolName } = data
  const said = {
    recorded: `${schoolName} entered a leave for ${who}. ${who} ${formFor(students, "isn’t", "aren’t")} expected in lessons until it ends.`,
    changed: `${schoolName} changed the leave of ${who}.`,
    undone: `${schoolName} removed a leave of ${who}, who ${formFor(students, "is", "are")} expected in these lessons again.`,
  }
  const way = forTeacher
    ? { label: "View schedule", path: paths.teacherSchedule() }
    : { label: "View schedule", path: paths.studentSchedule() }
  return {
    subject: `${leaveSubjects[what]}: ${who}`,
    greeting: greet(data.recipientName),
    paragraphs: [said[what]],
    facts: leaveFacts(data),
    ...wayOnOrOff(data, way),
    sender: schoolName,
  }
}

/** Letters about leaves and ends of lessons. */
export const leaveLetters = {
  "leave-asked": leaveAskedLetter,
  "leave-answered": leaveAnsweredLetter,
  "leave-told": leaveToldLetter,
}

/** Tomorrow’s lessons, or those of a later day, for a family or a teacher. */
export const lessonsTomorrowLetter = (data: MailData["lessons-tomorrow"] & Reached): Letter => ({
  subject: `${data.lessons.length === 1 ? "Lesson" : countOf(data.lessons.length, "lesson")} ${data.isAhead ? `on ${data.day}` : "tomorrow"} at ${data.schoolName}`,
  greeting: greet(data.recipientName),
  paragraphs: [`Coming up on ${data.day}:`],
  facts: data.lessons,
  ...wayOnOrOff(data, {
    label: data.forTeacher ? "View your day" : "View lessons",
    path: data.forTeacher ? paths.teacherHome() : paths.studentHome(),
  }),
  sender: data.schoolName,
})

/** To a family: notes of lessons with what to practice, and reports. */
function lessonNotesLetter(data: MailData["lesson-notes"] & Reached): Letter {
  const { students, lessonId, replyTo } = data
  const isOne = students.length === 1
  const ofName = (name: string, text: string) => (isOne ? text : `${name}: ${text}`)
  const practice = students.flatMap(({ studentName, practice, more }) => [
    ...practice.map(({ task, by }) => ofName(studentName, by ? `${task} (by ${by})` : task)),
    ...(more > 0 ? [ofName(studentName, `And ${more} more`)] : []),
  ])
  const isPractice = students.every(({ lessons, reports }) => lessons.length + reports.length === 0)
  const hasPages = data.hasPages !== false
  const wayOut = wayOnOrOff(
    data,
    lessonId
      ? { label: "View lesson", path: paths.studentSession(lessonId) }
      : { label: "View lessons", path: paths.studentHome() },
  )
  return {
    subject: lessonNotesSubject(data),
    greeting: greet(data.recipientName),
    paragraphs: [
      isPractice
        ? `${data.schoolName} has something new to practice.`
        : `${data.schoolName} wrote this about ${joinNames(students.map(({ studentName }) => studentName))}:`,
      ...students.flatMap(({ studentName, lessons, reports }) => [
        ...lessons.flatMap(({ day, className, teacherName, note, isCorrected }) => [
          `${ofName(studentName, className)}${teacherName ? ` with ${teacherName}` : ""}, ${day}${isCorrected ? " (corrected)" : ""}:`,
          ...linesOf(note),
        ]),
        ...reports.flatMap(({ period, words }) => [
          `${ofName(studentName, "Progress report")}, ${period}:`,
          ...linesOf(words),
        ]),
      ]),
    ],
    facts: students.flatMap(({ studentName, nextLesson }): [string, string][] =>
      nextLesson
        ? [
            [
              isOne ? "Next lesson" : `${studentName}’s next lesson`,
              `${nextLesson.when}, ${nextLesson.className}${nextLesson.teacherName ? ` with ${nextLesson.teacherName}` : ""}`,
            ],
          ]
        : [],
    ),
    ...(practice.length > 0 ? { block: { title: "To practice", lines: practice } } : {}),
    ...wayOut,
    ...(replyTo && hasPages ? { closing: `Reply to this email to write to us. ${turnOff()}` } : {}),
    sender: data.schoolName,
    ...(replyTo ? { replyTo } : {}),
  }
}

const linesOf = (text: string) => text.split(/\s*\n\s*/).filter(Boolean)

/** Make-up credits that are about to expire. */
const creditsExpiringLetter = (data: MailData["credits-expiring"] & Reached): Letter => ({
  subject:
    data.credits.length === 1
      ? `A make-up credit expires soon at ${data.schoolName}`
      : `${countOf(data.credits.length, "make-up credit")} expire soon at ${data.schoolName}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    data.credits.length === 1
      ? "Book a make-up lesson before this credit expires:"
      : "Book make-up lessons before these credits expire:",
  ],
  facts: data.credits,
  ...wayOn(
    data,
    { label: "View make-up credits", path: paths.familyCredits() },
    { closing: turnOff(), instead: "To book a make-up lesson or stop these emails," },
  ),
  sender: data.schoolName,
})

/** Birthdays of a family's, or a teacher's, students. */
const birthdayLetter = (data: MailData["birthday"] & Reached): Letter => ({
  subject: data.forTeacher ? `Birthday today: ${data.studentName}` : `Happy birthday, ${data.studentName}!`,
  greeting: greet(data.recipientName),
  paragraphs: [
    data.forTeacher
      ? `Today is the birthday of ${data.studentName}.`
      : `All of us at ${data.schoolName} wish ${data.studentName} a happy birthday.`,
  ],
  ...wayOn(
    data,
    {
      label: data.forTeacher ? "View your day" : "View lessons",
      path: data.forTeacher ? paths.teacherHome() : paths.studentHome(),
    },
    { closing: turnOff(), instead: "To stop these emails," },
  ),
  sender: data.schoolName,
})

/** To a teacher: lessons of a day that ended without attendance. */
const attendanceMissingLetter = (data: MailData["attendance-missing"] & Reached): Letter => ({
  subject: `Attendance missing for ${countOf(data.lessons.length, "lesson")} on ${data.day}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `Attendance isn’t recorded yet for ${data.lessons.length === 1 ? "this lesson" : "these lessons"} on ${data.day}:`,
  ],
  facts: data.lessons,
  after: data.older > 0 ? [`It’s also missing for ${countOf(data.older, "earlier lesson")}.`] : [],
  ...wayOnOrOff(data, { label: "Take attendance", path: paths.teacherHome() }),
  sender: data.schoolName,
})

/** A spot in a class, for a student on its waiting list. */
const placeOfferedLetter = (data: MailData["place-offered"] & Reached): Letter => ({
  subject: `A spot for ${data.studentName} in ${data.className}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `A spot in ${data.className} is open for ${data.studentName}${data.from ? ` from ${formatDate(data.from, "full")}` : ""}. We’re holding it until ${data.until}. After that, it goes to the next student on the waiting list.`,
  ],
  facts: [["Class times", data.times]],
  ...wayOn(
    data.linkId ? { ...data, hasPages: true } : data,
    {
      label: "Accept or decline the spot",
      path: data.linkId ? paths.offer(tokenOf(data.linkId)) : paths.studentPlaces(),
    },
    { instead: "Do you want it?" },
  ),
  sender: data.schoolName,
})

/** A lesson time that another family freed, for a student with a make-up credit. */
const freedTimeLetter = (data: MailData["freed-time"] & Reached): Letter => ({
  subject: `A make-up lesson for ${data.studentName}: ${data.lesson[0]}`,
  greeting: greet(data.recipientName),
  paragraphs: [
    `A lesson time is free, and ${data.studentName} has a make-up credit for it. We’re holding it until ${data.until}. After that, it goes to the next student.`,
  ],
  facts: [data.lesson],
  ...wayOnOrOff(data, { label: "Accept or decline", path: paths.studentFreedTimes() }),
  sender: data.schoolName,
})

export const lessonLetters = {
  "absence-noticed": absenceNoticedLetter,
  "attendance-missing": attendanceMissingLetter,
  birthday: birthdayLetter,
  "credits-expiring": creditsExpiringLetter,
  "family-confirmation": familyConfirmationLetter,
  "freed-time": freedTimeLetter,
  "lesson-notes": lessonNotesLetter,
  "lessons-arranged": lessonsArrangedLetter,
  "lessons-tomorrow": lessonsTomorrowLetter,
  "open-time": openTimeLetter,
  "place-offered": placeOfferedLetter,
  "running-late": runningLateLetter,
  "session-changed": sessionChangedLetter,
}
