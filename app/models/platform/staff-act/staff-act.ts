// What the platform's staff do, in the words of their log; safe in the browser. Acts on a school's account are the verbs of
// that school's own log (`StaffVerb`); these are all others.

export const platformVerbs = {
  "invite-staff": "Invited staff",
  "change-roles": "Changed roles",
  "remove-staff": "Removed staff",
  "reset-second-factor": "Reset two-factor login",
  answer: "Answered",
  assign: "Assigned",
  "hand-over": "Handed over",
  "close-matter": "Closed",
  "reopen-matter": "Reopened",
  "add-note": "Added a note",
  "sort-matter": "Changed priority, tags or snooze",
  "save-answer": "Changed saved answers",
  "close-case": "Closed a case",
  "enter-school": "Viewed school records",
  "back-up": "Started a backup",
  "check-database": "Checked the database",
  retry: "Retried jobs or emails",
  "clean-up": "Ran a cleanup",
  "read-only-on": "Turned read-only on",
  "announce-maintenance": "Announced maintenance",
  "end-notice": "Ended a notice",
  "open-incident": "Opened an incident",
  "update-incident": "Updated an incident",
  "correct-incident": "Corrected an incident",
  "block-network": "Blocked a network",
  "block-sending": "Stopped a school’s emails",
  "hold-saving": "Made a school read-only",
  "hold-deletion": "Set a legal hold",
  "lift-block": "Lifted a block",
  release: "Released a limit",
  "make-coupon": "Made a coupon",
  "end-coupon": "Stopped a coupon",
  announce: "Wrote an announcement",
  "stop-announcement": "Stopped an announcement",
} as const
export type PlatformVerb = keyof typeof platformVerbs

export const isPlatformVerb = (verb: string): verb is PlatformVerb => Object.hasOwn(platformVerbs, verb)
