import type { JoiningAccount as Account } from "~/models/money/family-merge/family-merge"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { joinNames } from "~/utils/join-names"
import { formatMoney } from "~/utils/money"

type JoiningAccountProps = {
  account: Account
  balances: { keepMinor: number; goneMinor: number }
  currency: string
}

/** What the merge does to the two accounts: only what there is to say of these. */
export function JoiningAccount({ account, balances, currency }: JoiningAccountProps) {
  const texts = [...balanceTexts(account, balances, currency), ...ruleTexts(account)]
  return texts.length > 0 ? (
    <section className="section" aria-labelledby="joining-account">
      <h2 id="joining-account">One account</h2>
      <ul className="stack">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  ) : null
}

function balanceTexts(
  { open, hasCreditBeside, packages, drafts }: Account,
  { keepMinor, goneMinor }: JoiningAccountProps["balances"],
  currency: string,
): string[] {
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  const join = (count: number) => (count === 1 ? "joins" : "join")
  return [
    keepMinor !== 0 || goneMinor !== 0
      ? `The balances of ${money(keepMinor)} and ${money(goneMinor)} become one of ${money(keepMinor + goneMinor)}.`
      : "",
    open.count > 0
      ? `${countOf(open.count, "unpaid invoice")} of the family you remove ${join(open.count)}, with ${money(open.sumMinor)} due.`
      : "",
    drafts > 0
      ? `${countOf(drafts, "draft invoice")} of the family you remove ${join(drafts)}, addressed to the payers of the family you keep.`
      : "",
    hasCreditBeside
      ? "Account credit isn’t used for invoices that were sent already. You can apply it on the billing page of the family you keep."
      : "",
    packages > 0
      ? `${countOf(packages, "package")} of the family you remove ${join(packages)}. A package that isn’t for one student is then for the students of both.`
      : "",
  ].filter(Boolean)
}

function ruleTexts({ pause, hold, discounts, ...autoPay }: Account): string[] {
  const until = pause?.lastDay ? `through ${formatDate(pause.lastDay, "medium")}` : "until you resume them"
  return [
    ...discountTexts(discounts),
    pause ? `Reminders are paused for the whole family ${until}: ${pause.reason}` : "",
    hold ? `Automatic invoices are on hold for the whole family: ${hold.reason}` : "",
    ...autoPayTexts(autoPay),
  ].filter(Boolean)
}

/** Where both families have a discount, one of them is chosen in the form. */
function discountTexts({ keep, gone }: Account["discounts"]): string[] {
  if (keep.length > 0 && gone.length > 0) return []
  const isOne = keep.length + gone.length === 1
  return keep.length + gone.length === 0
    ? []
    : [
        `${isOne ? "A discount" : "Discounts"} of the family you ${gone.length > 0 ? "remove" : "keep"} ${isOne ? "is" : "are"} then for all students: ${[...keep, ...gone].join("; ")}.`,
      ]
}

type AutoPay = Pick<Account, "autoPayers" | "joiningAutoPayers" | "widenedAutoPayers">

function autoPayTexts({ autoPayers, joiningAutoPayers, widenedAutoPayers }: AutoPay): string[] {
  const many = (names: readonly string[], one: string, several: string) =>
    `${joinNames(names)} ${names.length === 1 ? one : several}`
  const also = "is charged automatically, too, and announced by email first."
  return [
    joiningAutoPayers.length > 0
      ? `${many(joiningAutoPayers, "goes on", "go on")} paying automatically for their own part of invoices, and of no one else’s.`
      : "",
    widenedAutoPayers.length > 0
      ? `The part of ${joinNames(widenedAutoPayers)} in unpaid invoices of the family you keep ${also}`
      : "",
    autoPayers.length > 0
      ? `${many(autoPayers, "pays", "pay")} automatically. Their part of the invoices that join ${also}`
      : "",
  ]
}
