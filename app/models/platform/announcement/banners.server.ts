import type { ShownNotice } from "../service/notice"
import { listBanners } from "./announcement.server"

/** Announcements as those who administer a school read them above their pages. */
export const bannersToOffices = (): ShownNotice[] =>
  listBanners().map(({ id, title, text }) => ({
    id,
    title: `${title}.`.replace(/([.!?])\.$/, "$1"),
    text,
    tone: "ink",
  }))
