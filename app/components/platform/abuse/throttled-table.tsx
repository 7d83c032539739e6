import { ActButton } from "~/components/form/post-form"
import { DataTable } from "~/components/ui/data-table"
import type { AnyLimit } from "~/models/foundation/throttle/throttle"
import { platformProvider } from "~/utils/payment-providers"

type Row = { key: string; limit: AnyLimit; whom: string; tries: number; until: string }

const labels: Record<AnyLimit, string> = {
  "password-again": "Password asked again",
  "second-factor-account": "Two-factor codes",
  "own-password": "Own password",
  "register-address": "Registrations from an address",
  "register-email": "Registrations of an email",
  "confirmation-mail": "Confirmation emails",
  "confirmation-mail-day": "Confirmation emails a day",
  "invitation-address": "Invitations opened",
  "password-reset-account": "Password resets of an account",
  "password-reset-address": "Password resets from an address",
  "new-password-address": "New passwords from an address",
  "visitor-email": "Contact messages of an email",
  "visitor-address": "Contact messages from an address",
  "inquiry-address": "Inquiries of an address",
  "inquiry-email": "Inquiries to a mailbox",
  "inquiry-school": "Inquiries of a school",
  "trial-times": "Searches for a trial lesson from an address",
  "demo-address": "Live demos from an address",
  "demo-pages": "Pages of a live demo",
  "demo-reads": "Reports of a live demo",
  "demo-uploads": "Files of a live demo",
  "school-files": "Files of a school",
  "school-rosters": "Rosters of a school",
  "school-bank-files": "Bank files of a school",
  "invoice-link": "Payments by a link",
  "invoice-link-address": "Payments by links from an address",
  "offer-link": "Answers to an offer, by link",
  "offer-wish": "Wishes for another time, by offer",
  "offer-link-address": "Answers to offers, by address",
  "support-send": "Support messages",
  "support-question": "Questions to the assistant",
  "support-image": "Support images",
  "manual-activation": `Checks with ${platformProvider}`,
  "coupon-code": "Coupon codes",
  "voucher-code": "Gift voucher codes",
  "text-code": "Codes and tests by text",
  "text-code-number": "Codes by text to a number",
  "forged-event-address": `Forged ${platformProvider} messages`,
  "password-pair": "Wrong passwords, account and address",
  "password-device": "Wrong passwords, known device",
  "password-account": "Wrong passwords, account",
  "password-address": "Wrong passwords, address",
}

/** Who has to wait right now, each with a way to let them try again. */
export function ThrottledTable({ rows }: { rows: Row[] }) {
  return (
    <DataTable
      caption="Slowed down right now"
      rows={rows}
      empty="No one is slowed down right now."
      rowKey={({ key }) => key}
      columns={[
        { label: "Limit", cell: ({ limit }) => labels[limit] },
        { label: "Who", cell: ({ whom }) => <span className="long-text">{whom}</span> },
        { label: "Tries", numeric: true, cell: ({ tries }) => tries },
        { label: "Until (UTC)", cell: ({ until }) => until },
        {
          label: "Release",
          cell: ({ key, whom }) => (
            <ActButton sends={{ key }} intent="release" pending="Releasing…">
              Release <span className="visually-hidden">{whom}</span>
            </ActButton>
          ),
        },
      ]}
    />
  )
}
