/** When make-up credits expire, as a school chooses it. */
export const expiryChoices = [
  { value: "days", label: "After a number of days" },
  { value: "term", label: "At the end of the term" },
  { value: "next_term", label: "At the end of the next term" },
]
