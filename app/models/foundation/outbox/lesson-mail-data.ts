import type { Greeting } from "./greeting"
/** What became of lessons. One at its old time can have other teachers, another room, or both. "changed" is several of these. */
export type SessionChange =
  | "moved"
  | "taught"
  | "placed"
  | "taught-and-placed"
  | "added"
  | "cancelled"
  | "changed"
  | "restored"
  | "booked"
  | "guest"

/** A weekly time before and after a change as text, and when each of its lessons was and is, as in the lines about them. */
export type WeeklyMove = { was: string; is: string; lessons: [string, string][] }

/** A lesson for the calendar file of a letter about it: instants in UTC ms, `className` also whose it is. */
export type CalendarLesson = {
  uid: string
  className: string
  startsAt: number
  endsAt: number
  roomName: string | null
  isCanceled: boolean
  sequence: number
}

/** What the emails about lessons to come need. Dates and times as text. */
export type LessonMailData = {
  /** Lessons to come that are not as they were. Each is when it was (or is), then what, whose and where it is now. */
  "session-changed": Greeting & {
    change: SessionChange
    lessons: [string, string][]
    reason: string | null
    forTeacher: boolean
    /** To a family: the one lesson that was moved, whose new time it can confirm or decline. */
    lessonId?: string | undefined
    calendar?: CalendarLesson[]
    /** The weekly times that changed: lessons that follow one can be told in one line. */
    weekly?: WeeklyMove[] | undefined
  }
  /**
   * A teacher is away, and what becomes of the lessons: to a family, to who teaches instead, or to the teacher. Each is
   * when it was, then what and whose it is now. Undone, all is as it was.
   */
  "lessons-arranged": Greeting & {
    teacherName: string
    away: string
    isUndone: boolean
    audience: "family" | "substitute" | "away" | "colleague"
    lessons: [string, string][]
    /** To a family: the lessons that were moved, whose new times it can confirm or decline. */
    movedIds?: string[] | undefined
    calendar?: CalendarLesson[]
  }
  /** To a family: a teacher starts a lesson of today late. `lesson` is whose and what, as text. */
  "running-late": Greeting & {
    teacherName: string
    lesson: string
    time: string
    minutes: number
    lessonId: string
  }
  /** All coming lessons of classes have another teacher or room. Each is the class and who is in it, then what changes from when on. */
  "class-changed": Greeting & {
    what: "teacher" | "room" | "both"
    lessons: [string, string][]
    forTeacher: boolean
  }
  /** To a teacher: they teach a class beside another from a day on, until their last one where they leave. */
  "co-teaching": Greeting & {
    className: string
    with: string | null
    startsOn: string
    endsOn?: string | null
  }
  /** To the office: a teacher asks to correct locked attendance. Lesson and statuses as text. */
  "correction-asked": Greeting & {
    teacherName: string
    studentName: string
    lesson: string
    recorded: string
    wanted: string
    reason: string
  }
  /** To the teacher: what the office answered. */
  "correction-answered": Greeting & {
    sessionId: string
    studentName: string
    lesson: string
    recorded: string
    wanted: string
    isApproved: boolean
    answer: string | null
    /** Another status than the teacher asked for, where the office recorded one. */
    becomes?: string | undefined
  }
  /** A lesson time that another family freed, for a student with a make-up credit. */
  "freed-time": Greeting & {
    studentName: string
    lesson: [string, string]
    until: string
  }
  /** About two families' lessons that change times: to each family its own, to the teacher both. No one is named to a family. */
  "lesson-swap": Greeting & {
    what: "asked" | "declined" | "refused" | "ended" | "done" | "undone"
    lessons: [string, string][]
    forTeacher: boolean
    hasPages: boolean
  }
  /** To a family: an event is announced, changed or called off, or its results are shown. `students` are theirs by first name; texts but for the id. Also to who is in charge. */
  occasion: Greeting & {
    what: "invited" | "changed" | "canceled" | "removed" | "results" | "fee" | "in-charge" | "not-in-charge"
    title: string
    kind: string
    students: string[]
    /** Whose the names are, so that one of them can be taken out of an email that hasn't left. */
    when: string
    where: string | null
    /** What the school says about it, or why it is called off. */
    note: string | null
    /** For each student who takes part, and the last day to withdraw without it. */
    fee?: string
    guestFee?: string
    feeUntil?: string
    /** What it was before. */
    feeBefore?: string | undefined
    guestFeeBefore?: string | undefined
    occasionId: string
    hasPages: boolean
    forTeacher?: true
    /** Who, then the result as text. */
    results?: [string, string][] | undefined
  }
  /** Asks a family who continues in the next term: who, then the class and its times. */
  "next-term": Greeting & {
    termName: string
    startsOn: string
    answerBy: string
    lessons: [string, string][]
    hasPages: boolean
    /** They were asked before, and haven't answered. */
    isReminder?: boolean
  }
  /** To a family: a class, or one weekly time of it, ends after a day; or it continues after all. Times and dates as text. */
  "class-ended": Greeting & {
    studentNames: string[]
    className: string
    /** The weekly time that ends; without one the whole class does. */
    part: string | null
    /** The weekly times that continue. */
    continuing: string[]
    lastDay: string
    isPast: boolean
    lastLesson: string | null
    reason: string
    isUndone: boolean
  }
  /** To a family: notes of lessons, assignments and reports that they can read in Tutti. */
  "lesson-notes": Greeting & {
    students: LearntOfStudent[]
    /** Of its one lesson. */
    lessonId?: string
    /** The member who gets what is answered; null for the office. */
    answerTo: string | null
    /** Where a reply goes; only while the mail is being written. */
    replyTo?: string
  }
}

/** What a letter says of one student's lessons. */
export type LearntOfStudent = {
  studentName: string
  lessons: {
    day: string
    className: string
    teacherName: string | null
    note: string
    isCorrected: boolean
  }[]
  /** Their open assignments, and how many more there are. */
  practice: { task: string; by: string | null }[]
  more: number
  hasNewPractice: boolean
  reports: { period: string; words: string }[]
  nextLesson: { when: string; className: string; teacherName: string | null } | null
}
