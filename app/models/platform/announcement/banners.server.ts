import { isSendingBlocked } from "../abuse/block.server"
import type { ShownNotice } from "../service/notice"
import { listBanners } from "./announcement.server"

/** What those who administer a school whose emails wait have to know. */
const stoppedNotice: ShownNotice = {
  id: "sending-stopped",
  title: "Your school’s emails are on hold.",
  text: "They wait until we’ve talked. Contact support.",
  tone: "amber",
}

/** Announcements as those who administer a school read them above their pages. */
export const bannersToOffices = (schoolId: string): ShownNotice[] => [
  ...(isSendingBlocked(schoolId) ? [stoppedNotice] : []),
  ...listBanners().map(
    ({ id, title, text }): ShownNotice => ({
      id,
      title: `${title}.`.replace(/([.!?])\.$/, "$1"),
      text,
      tone: "ink",
    }),
  ),
]
