/** What is said when a live demo asks for more pages in a moment than a person can read. */
export const demoPagesText = "This demo has opened a lot of pages in the last seconds. Try again in a moment."
