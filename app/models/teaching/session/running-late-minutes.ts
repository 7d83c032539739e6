/** How late a teacher can say they are, in minutes. */
export const lateMinutes = [5, 10, 15, 20, 30] as const
