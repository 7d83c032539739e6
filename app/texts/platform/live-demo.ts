// What a live demo is told that asks for more than a visitor needs.

/** What is said when one has read as much as it may in an hour. */
export const demoReadsText =
  "This demo has opened a lot of reports and files in the last hour. Try again later, or register your school."

/** What is said when a live demo asks for more pages in a moment than a person can read. */
export const demoPagesText = "This demo has opened a lot of pages in the last seconds. Try again in a moment."
