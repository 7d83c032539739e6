// What goes and stays whoever is erased. Safe in the browser.

export const books = "Your books have to add up."
export const documents = {
  what: "Issued invoices, receipts and credit notes, with the name on them",
  why: "Tax law asks you to keep them as they were issued.",
}
export const bankLines = {
  what: "Lines of your bank’s files that were recorded as payments, as the bank wrote them",
  why: books,
}
export const written = {
  what: "Messages other people wrote, and notes for a whole class",
  why: "They belong to the people who wrote them.",
}
export const emailsSent = "The name in emails that were sent, and the email they were sent to"
export const inBankLines = "The name in lines of your bank’s files that aren’t payments"
export const inActivity = "The name in the school’s activity and in files you imported, within the hour"
export const besideWords =
  "The name beside messages, in classes, notes and background tasks, in your school’s activity and in files you imported, within the hour"
export const activity = {
  what: "The school’s activity, without the name",
  why: "It’s the proof of who did what, and when.",
}
export const files = {
  what: "Backups until they expire",
  why: "They’re kept as a whole and expire automatically.",
}
