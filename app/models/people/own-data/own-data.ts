import { ownDataRuleKeys } from "db/schema/choices"

// What families may change of what the school keeps of them. Safe in the browser.

export { ownDataRuleKeys }
export type OwnDataRule = (typeof ownDataRuleKeys)[number]

export const ruleLabels: Record<OwnDataRule, string> = {
  off: "Only your office",
  approve: "Families, once you approve",
  at_once: "Families, at once",
}

/** The facts besides the school's own fields, with the rule that holds until the school chooses another. */
export const ownFacts = {
  email: { label: "Email", of: "adult", usual: "at_once" },
  phone: { label: "Phone", of: "adult", usual: "at_once" },
  address: { label: "Address", of: "adult", usual: "at_once" },
  studentEmail: { label: "Student’s email", of: "student", usual: "approve" },
  studentPhone: { label: "Student’s phone", of: "student", usual: "approve" },
  birthDate: { label: "Birth date", of: "student", usual: "approve" },
  medicalNotes: { label: "Medical and emergency notes", of: "student", usual: "approve" },
  emergencyContact: { label: "Emergency contact", of: "student", usual: "approve" },
} as const satisfies Record<string, { label: string; of: "adult" | "student"; usual: OwnDataRule }>
export type OwnFact = keyof typeof ownFacts

export const isOwnFact = (fact: string): fact is OwnFact => Object.hasOwn(ownFacts, fact)
export const ownFactKeys = Object.keys(ownFacts) as OwnFact[]

/** What an adult asks for who wants another one in their family; it always waits for the office. */
export const guardianFact = "guardian"
export type AskedGuardian = { name: string; relation: string | null; email: string; phone: string | null }

/** An adult of a family, or a student. */
export type Subject = { noun: "guardian" | "student"; id: string }
export const keyOf = ({ noun, id }: Subject): string => `${noun}-${id}`
