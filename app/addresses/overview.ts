import { fileOf, pagesIn } from "./address"

// What stands over everything: the start pages, analytics, tasks, selections, search and support.

const inDashboard = pagesIn("dashboard", "Overview")
const inWelcome = pagesIn("welcome")
const inAnalytics = pagesIn("analytics", "Reports")
const inTasks = pagesIn("tasks", "Overview")
const inSelections = pagesIn("selections")
const inSupport = pagesIn("support", "Help")
const inSearch = pagesIn("search")
const inBilling = pagesIn("billing", "Financial")
const inClasses = pagesIn("classes", "Classes")
const inMessaging = pagesIn("messaging", "Messages")

/** Which months, compared with which, of which teacher and instrument. */
const figures = "months&until&compare&teacher&instrument"
/** A figure of a card: all of it or a part, of the days chosen or of those compared with. */
const figure = `${figures}&card!&of!&part&days=before` as const

export const dashboard = {
  dashboard: inDashboard("/dashboard", "dashboard.tsx", "dashboard:read", {
    page: "Dashboard",
    words: "dashboard|home|overview|start page|main page|to do|what to do today",
  }),
  gettingStarted: inDashboard("/dashboard/getting-started?:open", "getting-started.tsx", "school:settings", {
    page: "Getting Started",
    words: "getting started|set up|setup|onboarding|first steps|checklist|start guide|how to start",
  }),
  /** With a country, its zone, currency and formats. */
  welcome: inWelcome("/welcome?country", "welcome-school.tsx", "school:settings"),
  welcomeHours: inWelcome("/welcome/hours", "welcome-hours.tsx", "school:settings"),
  welcomePolicies: inWelcome("/welcome/policies", "welcome-policies.tsx", "school:settings"),
  welcomeRecords: inWelcome("/welcome/records", "welcome-records.tsx", "school:settings"),
  sampleData: inWelcome("/welcome/sample-data", "sample-data.tsx", "school:settings"),
}

export const analyticsPages = {
  analytics: inAnalytics(`/analytics?${figures}`, "analytics.tsx", "analytics:read", {
    page: "Analytics",
    words:
      "analytics|headcount|students per teacher|report|reports|statistics|dashboard figures|metrics|kpi|numbers|retention|growth|churn|dropout rate|conversion|conversion rate|new students per month|student count|how many students do i have|how many students left|students we lost",
  }),
  teachingFigures: inAnalytics(`/analytics/teaching?${figures}`, "teaching-figures.tsx", "analytics:read", {
    page: "Analytics, lessons",
    words:
      "lesson statistics|hours taught|utilization|attendance rate|cancellation rate|absence rate|cancellations this month|number of lessons|total hours",
  }),
  moneyFigures: inAnalytics(`/analytics/money?${figures}`, "money-figures.tsx", "analytics:read", {
    page: "Analytics, money",
    words:
      "revenue report|income report|revenue per teacher|revenue by teacher|income per teacher|sales|margin|profit|turnover|revenue|which class makes money|income by class|profit by class|most profitable class|what a class earns|monthly income",
  }),
  figuresAhead: inAnalytics(`/analytics/ahead?${figures}`, "figures-ahead.tsx", "analytics:read", {
    page: "Analytics, looking ahead",
    words: "forecast|projection|cash flow|budget|looking ahead|expected income",
  }),
}

export const analytics = {
  /** What one figure of a card counts. */
  figureRows: inAnalytics(`/analytics/rows?${figure}&page`, "figure-rows.tsx", "analytics:read"),
  figureRowsFile: inAnalytics(`/analytics/rows.csv?${figure}`, "figure-rows-csv.ts", "analytics:read"),
  figureFile: inAnalytics(`/analytics/figures.csv?${figures}&card!`, "figures-csv.ts", "analytics:read"),
}

export const tasks = {
  /** Long work that runs in the background. */
  tasks: inTasks("/tasks?page", "tasks.tsx", "task:read", {
    page: "Tasks",
    words: "tasks|background tasks|progress of an import|running tasks|jobs",
  }),
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
  support: inSupport("/support?:mode=ai|admin&:before", "support.tsx", "customers", {
    body: fileOf(5),
    page: "Support",
    words:
      "support|contact|contact support|ask a question|talk to a person|phone number of tutti|chat with tutti|report a problem|bug|complaint|feature request|feedback|send feedback|call tutti",
  }),
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
