import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { env } from "~/utils/env.server"
import { findReadOnly } from "../service/notice.server"
import { ageText, type Trouble } from "./condition"
import { watchedMail } from "./queue-counts.server"

const minute = 60_000
const day = 24 * 60 * minute
/** Mail that is due this long and not sent means that no one sends it. */
const overdueMs = 15 * minute
/** So many mails that failed twice or more mean that the provider refuses us, not a mailbox. */
const failingMails = 3

/** What keeps mail from leaving, and how many mails failed: for staff, the operator and the health address. */
export function findMailTrouble(): { trouble?: Trouble; failed: number } {
  const at = now()
  const mail = watchedMail({ since: at - day, before: at - overdueMs })
  const { givenUp, failing, overQuota } = mail
  const overdue = findReadOnly() ? 0 : mail.overdue
  const trouble = (tone: Trouble["tone"], what: string, remedy: string, cause?: string): Trouble => ({
    key: "mail",
    tone,
    what,
    remedy,
    ...(cause ? { cause } : {}),
  })
  const failed = failing + givenUp
  if (overQuota > 0) {
    const what = `The email provider’s quota is used up: ${countOf(overQuota, "email waits", "emails wait")}.`
    return {
      failed,
      trouble: trouble(
        "bad",
        what,
        "Choose a larger plan at the provider. We try again every hour.",
        "quota",
      ),
    }
  }
  if (failing >= failingMails) {
    const what = `${countOf(failing, "email keeps", "emails keep")} failing.`
    const check =
      env().mailBy === "smtp" ? "SMTP_HOST and its password" : "RESEND_API_KEY and the sending domain"
    return {
      failed,
      trouble: trouble("bad", what, `Database, Email shows the provider’s answer. Check ${check}.`),
    }
  }
  if (givenUp > 0) {
    const what = `${countOf(givenUp, "email was", "emails were")} given up in the last 24 hours.`
    return {
      failed,
      trouble: trouble("warn", what, "Fix the cause, then send them again under Database, Email."),
    }
  }
  if (overdue > 0) {
    const what = `${countOf(overdue, "email has", "emails have")} been waiting for more than ${ageText(overdueMs)}.`
    return {
      failed,
      trouble: trouble(
        "warn",
        what,
        "Check the server logs for the worker. A large invoice run can take this long.",
      ),
    }
  }
  return { failed }
}
