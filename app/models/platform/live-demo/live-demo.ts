// The live demo: a visitor without an account opens a copy of the sample school. Safe in the browser.

export const demoRoles = ["admin", "teacher", "family"] as const
export type DemoRole = (typeof demoRoles)[number]

export const demoRoleTexts: Record<DemoRole, { button: string; about: string }> = {
  admin: {
    button: "Open as the administrator",
    about: "The office: students, schedule, attendance, invoices, messages and settings.",
  },
  teacher: {
    button: "Open as a teacher",
    about: "A teaching day: attendance, lesson notes, assignments and skills.",
  },
  family: {
    button: "Open as a family",
    about: "A parent’s phone: next lessons, absences, practice and invoices.",
  },
}

/** How long a demo lives, in hours. */
export const demoHours = 24

export const isDemoRole = (text: unknown): text is DemoRole => demoRoles.some((role) => role === text)
