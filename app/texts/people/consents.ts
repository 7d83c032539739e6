/** What the document for children’s logins begins with; the school changes it as it likes. */
export const loginConsentText = `# A login of their own
Your child gets a username and a password for the school’s portal.

# What your child sees and does there
- Lessons, assignments, notes and materials
- Practice that they log, and messages with their teachers
- No invoices and no payments

# If you change your mind
You can withdraw your consent at any time. The login is locked then.`
