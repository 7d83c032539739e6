import { formatNumber } from "~/utils/formats"

/** "12.5" for 750 minutes. Safe in the browser. */
export const hoursText = (minutes: number): string => formatNumber(Math.round(minutes / 6) / 10)
