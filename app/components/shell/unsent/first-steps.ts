const places = /(^|")\/(auth\/|account-paused|select-plan|new-password)/

/** Whether an answer leads to what the person has to do first, such as logging in: then it hasn't taken their form. */
export const leadsToFirstStep = (answer: string): boolean => places.test(answer)
