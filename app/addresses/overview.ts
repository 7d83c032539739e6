import { fileOf, pagesIn } from "./address"

// What stands over everything: the start pages, analytics, tasks, selections, search and support.

const inDashboard = pagesIn("dashboard")
const inWelcome = pagesIn("welcome")
const inAnalytics = pagesIn("analytics")
const inTasks = pagesIn("tasks")
const inSelections = pagesIn("selections")
const inSupport = pagesIn("support")
const inSearch = pagesIn("search")
const inBilling = pagesIn("billing")
const inClasses = pagesIn("classes")
const inMessaging = pagesIn("messaging")

/** Which months, compared with which, of which teacher and instrument. */
const figures = "months&until&compare&teacher&instrument"
/** A figure of a card: all of it or a part, of the days chosen or of those compared with. */
const figure = `${figures}&card!&of!&part&days=before` as const

export const dashboard = {
  dashboard: inDashboard("/dashboard", "dashboard.tsx", "dashboard:read"),
  gettingStarted: inDashboard("/dashboard/getting-started?:open", "getting-started.tsx", "school:settings"),
  /** With a country, its zone, currency and formats. */
  welcome: inWelcome("/welcome?country", "welcome-school.tsx", "school:settings"),
  welcomeHours: inWelcome("/welcome/hours", "welcome-hours.tsx", "school:settings"),
  welcomeRecords: inWelcome("/welcome/records", "welcome-records.tsx", "school:settings"),
  sampleData: inWelcome("/welcome/sample-data", "sample-data.tsx", "school:settings"),
}

export const analyticsPages = {
  analytics: inAnalytics(`/analytics?${figures}`, "analytics.tsx", "analytics:read"),
  teachingFigures: inAnalytics(`/analytics/teaching?${figures}`, "teaching-figures.tsx", "analytics:read"),
  moneyFigures: inAnalytics(`/analytics/money?${figures}`, "money-figures.tsx", "analytics:read"),
  figuresAhead: inAnalytics(`/analytics/ahead?${figures}`, "figures-ahead.tsx", "analytics:read"),
}

export const analytics = {
  /** What one figure of a card counts. */
  figureRows: inAnalytics(`/analytics/rows?${figure}&page`, "figure-rows.tsx", "analytics:read"),
  figureRowsFile: inAnalytics(`/analytics/rows.csv?${figure}`, "figure-rows-csv.ts", "analytics:read"),
  figureFile: inAnalytics(`/analytics/figures.csv?${figures}&card!`, "figures-csv.ts", "analytics:read"),
}

export const tasks = {
  /** Long work that runs in the background. */
  tasks: inTasks("/tasks?page", "tasks.tsx", "task:read"),
  task: inTasks("/tasks/:taskId?list&page", "task.tsx", "task:read"),
}

/** From what was ticked in a list to what is done with it. */
export const selections = {
  selections: inSelections("/selections", "new-selection.ts", "list:select"),
  /** `of` is the list it was made in, if that is another than of what is selected. */
  selection: inSelections("/selections/:selectionId?list&of=families", "selection.tsx", "list:select"),
  selectionPdfs: inSelections("/selections/:selectionId/pdfs.zip", "selection-pdfs.ts", "list:select"),
  selectionFile: inSelections("/selections/:selectionId/file.csv", "selection-file.ts", "list:select"),
}

export const support = {
  support: inSupport("/support?:mode=ai|admin&:before", "support.tsx", "customers", { body: fileOf(5) }),
}

export const search = {
  search: inSearch("/search?:q", "search.tsx", "people"),
}

/** Names and findings as data. */
export const searchData = {
  /** The same as data, for the command palette. */
  searchData: inSearch("/search.json?:q!", "search-data.ts", "people"),
  /** Names as data, for a field that chooses one of them. */
  familyNames: inBilling("/billing/families.json", "family-names.ts", "invoice:issue"),
  classNames: inClasses("/classes/names.json?date&from&time", "class-names.ts", "class:read"),
  recipientNames: inMessaging("/messaging/recipients.json", "recipient-names.ts", "message:read"),
}
