/** Whether many more histories are lived than in `npm test`: `npm run test:long`, before a release. */
export const livesMany = process.env.HISTORIES !== undefined

/**
 * How many histories by chance a test lives: 20 of its usual number in `npm test`; with HISTORIES=500, as `npm run test:long` sets
 * it, that many or the usual number.
 */
export const histories = (usual: number): number =>
  livesMany ? Math.max(usual, Number(process.env.HISTORIES)) : Math.min(usual, 20)
