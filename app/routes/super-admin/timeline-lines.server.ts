import { actText } from "~/components/platform/platform/staff-acts"
import { roleLabels } from "~/components/shell/menus"
import { roles } from "~/models/foundation/access/actor"
import { caseLabels } from "~/models/platform/platform/paid-subscriptions"
import { timelineLabels } from "~/models/platform/timeline/timeline"
import type { TimelineRow } from "~/models/platform/timeline/timeline.server"
import { sentenceWithoutNames } from "~/texts/foundation/activity"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { staffTime } from "~/utils/staff-times.server"

/** A row of the timeline as it is shown. */
export function lineOf(row: TimelineRow) {
  return {
    id: `${row.kind}-${row.id}`,
    kind: timelineLabels[row.kind].one,
    when: staffTime(row.at),
    who: whoOf(row.who),
    amount:
      row.amountMinor === null || row.currency === null ? null : formatMoney(row.amountMinor, row.currency),
    ...partsOf(row),
  }
}

/** A person's name, or a role of the school. */
const whoOf = (name: string | null) => {
  const role = roles.find((each) => each === name)
  return role ? roleLabels[role] : (name ?? "–")
}

/** "Partially refunded" for PARTIALLY_REFUNDED, "Invoice issued" for invoice-issued. */
const spoken = (name: string) => {
  const text = name.toLowerCase().replaceAll(/[_-]/g, " ")
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

type Parts = { text: string; detail: string | null; to: string | null }

function partsOf(row: TimelineRow): Parts {
  switch (row.kind) {
    case "payment": {
      const back = row.refundedMinor && row.currency ? formatMoney(row.refundedMinor, row.currency) : null
      return {
        text: spoken(row.what),
        detail: [back ? `${back} refunded` : null, row.more].filter(Boolean).join(", "),
        to: paths.transactions({ search: row.id }),
      }
    }
    case "activity":
      return {
        text: capital(sentenceWithoutNames({ noun: row.more ?? "", verb: row.what })),
        detail: null,
        to: null,
      }
    case "chat":
      return {
        text: row.text || "An image",
        detail: row.what === "staff" ? "Our answer" : null,
        to: paths.deskChat(row.link ?? ""),
      }
    case "message": {
      const kind = row.what === "demo" ? "demo" : "contact"
      return {
        text: row.text ?? "",
        detail: `${kind === "demo" ? "Demo request" : "Contact message"}${row.more ? ", unproven: anyone could have typed this email" : ""}`,
        to: paths.deskInquiry(kind, row.link ?? ""),
      }
    }
    case "case": {
      const reason = row.what as keyof typeof caseLabels
      return {
        text: caseLabels[reason] ?? spoken(row.what),
        detail: row.more === "open" ? "Open" : "Closed",
        to: null,
      }
    }
    case "email":
      return { text: spoken(row.what), detail: row.more, to: null }
    case "act":
      return {
        text: actText(row.what),
        detail:
          [row.more && `Reason: ${row.more}`, row.text && `To the school: ${row.text}`]
            .filter(Boolean)
            .join(" ") || null,
        to: null,
      }
  }
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
