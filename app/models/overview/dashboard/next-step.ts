/** What a new school does next, with what its data already shows of it. */
export type NextStep = { id: string; title: string; hint: string; link: string; seen: string | null }
