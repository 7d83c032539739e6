// What the mails from and to the platform's staff need.

export type StaffMailData = {
  /** From the platform's staff to everyone who administers a school. */
  "platform-announcement": { name: string; subject: string; body: string }
  /** To staff with the role Money: something about a school's payments needs a person. `facts` is JSON. */
  "case-opened": { schoolName: string; reason: string; facts: string }
  /** To staff of another role: Support handed them something that was written to us. `path` is its page. */
  "matter-handed": { name: string; from: string; about: string; note: string; path: string }
  /** To everyone else who manages the staff: whom a colleague invited, removed, or gave other roles. */
  "staff-changed": { name: string; by: string; what: string; about: string }
  /** To someone who was made platform staff. */
  "staff-access": { name: string; email: string; linkId: string }
}
