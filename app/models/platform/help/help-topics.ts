/** The shelves of the help pages, in order; an article names its own by key. */
export const helpTopics = {
  start: "Getting started",
  people: "Students, families and logins",
  lessons: "Lessons and the calendar",
  register: "Attendance and make-up lessons",
  money: "Invoices and payments",
  families: "For families and students",
  account: "Your account and your data",
} as const

export type HelpTopic = keyof typeof helpTopics

export type HelpArticle = {
  /** The last part of its address. */
  key: string
  title: string
  /** One sentence, for lists and search engines. */
  summary: string
  topic: HelpTopic
  /** Markdown, without the questions and the pictures. */
  body: string
  /** The same with its pictures, as the article's page shows it. */
  illustrated: string
  /** The parts under the second headings, and the text before the first, whose heading is empty. */
  sections: HelpSection[]
}

export type HelpSection = {
  heading: string
  /** Markdown, without its heading. */
  text: string
  /** What people ask when this part is the answer, in their own words. */
  questions: string[]
}
