/** The names of the protocol's types in the page; schema.ts is generated from the published schema. */
import type * as schema from './schema'

export type {
  Announcement,
  Choice,
  CircleDay,
  CircleMatches,
  CircleSummary,
  CircleView,
  CircleWeek,
  CircleList,
  DailyResult,
  DailyView,
  DayView,
  Device,
  Form,
  GameEntry,
  GameList,
  Grid,
  GameStatistics,
  Hand,
  Hinted,
  HistoryPage,
  HouseRules,
  OpenTablePage,
  PersonStatistics,
  ImportedMatch,
  Invitation,
  LessonStep,
  Lobby,
  MatchView,
  Moment,
  NoticeKey,
  OptionEntry,
  Outcome,
  PlayedMatch,
  PlayedSeat,
  Player,
  Replay,
  Reviewed,
  Row,
  Rows,
  Said,
  Seat,
  Settings,
  Shown,
  Stack,
  Summary,
  TableList,
  Takeover,
  TransferLink,
  Verdict,
  View,
  You,
} from './schema'

export type Event = schema.Update
export type Zone =
  | schema.Rows
  | schema.Hand
  | schema.Pile
  | schema.Piles
  | schema.Grid
  | schema.Tokens
  | schema.Text

export type Answer =
  | schema.Welcome
  | schema.Snapshot
  | schema.Update
  | schema.Presence
  | schema.Done
  | schema.Refused
  | schema.Because
  | schema.Hinted
  | schema.Closing
  | schema.Dismissed

export type Request =
  | schema.MakeMove
  | schema.Quiet
  | schema.Sit
  | schema.Stand
  | schema.Agree
  | schema.SeatBot
  | schema.Change
  | schema.SetPace
  | schema.Start
  | schema.Next
  | schema.Words
  | schema.Say
  | schema.Rename
  | schema.Leave
  | schema.Remove
  | schema.Rematch
  | schema.Look
  | schema.Whole
  | schema.Why
  | schema.Hint
