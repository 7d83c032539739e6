/** The version of Remix with which `remix-equivalence.test.ts` last passed; `tests/architecture/remix.test.ts` asks for it. */
export const comparedRemix = "2.17.5"
