import { type CreditRules as Rules, ruleTexts } from "~/models/teaching/credit/credit"

/** The school’s make-up rules with the student’s figures of the term. */
export function CreditRules({ rules }: { rules: Rules }) {
  return <p className="dim">{ruleTexts(rules).join(" ")}</p>
}
