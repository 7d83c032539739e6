import type { Role } from "~/models/foundation/access/actor"

// Getting Started (spec §2, §9): the steps in their order. Safe in the browser.

export const guideStepIds = [
  "teachers",
  "classes",
  "students",
  "schedules",
  "attendance",
  "invoices",
  "communication",
  "school-settings",
] as const
export type GuideStepId = (typeof guideStepIds)[number]

export const guidePriorities = ["essential", "recommended", "optional"] as const
export type GuidePriority = (typeof guidePriorities)[number]

export const priorityLabels: Record<GuidePriority, string> = {
  essential: "Essential",
  recommended: "Recommended",
  optional: "Optional",
}

/** A step as the specification names its fields; `link` is the target route. */
export type GuideStep = {
  id: GuideStepId
  title: string
  description: string
  link: string
  hint: string
  priority: GuidePriority
}

export type MarkedStep = GuideStep & {
  completed: boolean
  /** What the school's data already shows, as text; it marks nothing automatically. */
  seen: string | null
  /** All that is seen is sample data. */
  isSample: boolean
}

const steps: GuideStep[] = [
  {
    id: "teachers",
    title: "Add Teachers",
    description: "The people who teach at your school. Each can have their own login.",
    link: "/teachers",
    hint: "Start with at least one teacher.",
    priority: "essential",
  },
  {
    id: "classes",
    title: "Create Classes",
    description: "Private lessons, groups and ensembles, each with its own price.",
    link: "/classes",
    hint: "Create classes and assign teachers.",
    priority: "essential",
  },
  {
    id: "students",
    title: "Add Students",
    description: "Students and their families, one by one or from a spreadsheet.",
    link: "/students",
    hint: "Add students and enroll them in classes.",
    priority: "essential",
  },
  {
    id: "schedules",
    title: "Schedule Classes",
    description: "When and where each class meets every week.",
    link: "/schedule",
    hint: "Create a schedule per class with dates, times and frequency.",
    priority: "essential",
  },
  {
    id: "attendance",
    title: "Track Attendance",
    description: "Attendance for every lesson. Your rules turn it into charges and make-up credits.",
    link: "/attendance",
    hint: "Take attendance right after the lesson. It’s one tap per student.",
    priority: "recommended",
  },
  {
    id: "invoices",
    title: "Manage Invoices",
    description: "Invoices created from attendance, sent to families and paid online or in person.",
    link: "/billing",
    hint: "Start with what’s ready to invoice, listed by family.",
    priority: "recommended",
  },
  {
    id: "communication",
    title: "Set Up Communication",
    description:
      "Messages and announcements for teachers and families. Lesson reminders go out by email the day before; change this under Policies.",
    link: "/messaging",
    hint: "Invite families first so your messages reach them.",
    priority: "optional",
  },
  {
    id: "school-settings",
    title: "Configure School Settings",
    description: "Your school’s name, address, time zone, invoice numbers and policies.",
    link: "/settings/school",
    hint: "Check the time zone and currency before your first invoice.",
    priority: "optional",
  },
]

/** The steps a role has to take: a solo teacher adds no teachers (spec §6). */
export const guideStepsFor = (role: Role | "job"): GuideStep[] =>
  role === "solo_teacher_admin" ? steps.filter(({ id }) => id !== "teachers") : steps

/** What the essential steps of a role are called. */
export const essentialTitles = (role: Role): string[] =>
  guideStepsFor(role).flatMap(({ title, priority }) => (priority === "essential" ? [title] : []))

/** The share of essential steps marked complete, in whole percent (spec §2). */
export function guideProgress(marked: Pick<MarkedStep, "priority" | "completed">[]) {
  const essential = marked.filter(({ priority }) => priority === "essential")
  const done = essential.filter(({ completed }) => completed).length
  return {
    done,
    of: essential.length,
    percent: essential.length === 0 ? 100 : Math.round((done / essential.length) * 100),
  }
}

/** The steps that the data shows as done and no mark does; what is a sample alone shows nothing. */
export const seenSteps = (steps: readonly MarkedStep[]): MarkedStep[] =>
  steps.filter(({ completed, seen, isSample }) => !completed && seen !== null && !isSample)
