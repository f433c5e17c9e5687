/**
 * All that a table on the screen shows, by topic. A page makes this one value, TableView draws it, and what the player
 * does there goes to the commands. No DOM, no rules.
 */
import type { Hinted, MatchView, Player, Seat, Shown } from '../protocol/types'
import { lastSentences } from '../state/log'
import { mergeEvents, type RecapLine } from '../state/recap'
import { routineMove, type RoutineMove } from '../state/routine'
import { eventLabel, type Words } from '../texts/labels'

/** What the person in front of the screen does: play, look on, or look back. */
export type Mode = 'play' | 'watch' | 'replay'

export interface TableState {
  mode: Mode
  /** The position, as this person may see it. */
  match: MatchView
  words: Words
  players: PlayersState
  news: NewsState
  choose: ChooseState
  calls: CallsState
  /** The move of an expert, if somebody has asked for it. */
  hint: Hinted | null
}

export interface PlayersState {
  /** Who sits where. */
  seats: readonly Seat[]
  /** The seats of this person. */
  own: readonly number[]
  /** Who is connected; null where that does not matter. */
  present: readonly string[] | null
  /** What has just been said, by seat. */
  speech: ReadonlyMap<number, string>
}

export interface NewsState {
  /** The events that led to this position: their cards fly. */
  events: readonly Shown[]
  /** What the others did since this player's last turn; null where nobody plays. */
  recap: readonly RecapLine[] | null
  /** Why the table refused the last move. */
  refusal: string
}

export interface ChooseState {
  /** Nothing can be sent just now. */
  busy: boolean
  /** Whether a move needs a second tap. */
  confirms: boolean
  /** After how many milliseconds a move without a choice is made by itself; null: never. */
  automatic: number | null
}

export interface CallsState {
  /** Whether the table waits until every seat has called or said that it calls nothing. */
  calm: boolean
  /** What this seat has called in this position; empty: nothing, and it has said so; null: it has not answered. */
  called: string | null
}

/** What a table on the screen can ask for. */
export interface TableCommands {
  move(text: string): void
  /** Why does this card not fit? */
  explain(card: string): void
  /** Something was chosen or taken back. */
  select(): void
  call(word: string): void
  /** Open the log. */
  showLog?: () => void
  /** Ask an expert; missing where the table gives no hints. */
  requestHint?: (() => Promise<void>) | undefined
}

export const NO_COMMANDS: TableCommands = { move() {}, explain() {}, select() {}, call() {} }

type Parts = Pick<TableState, 'mode' | 'match' | 'words'> & {
  players?: Partial<PlayersState>
  news?: Partial<NewsState>
  choose?: Partial<ChooseState>
  calls?: Partial<CallsState>
  hint?: Hinted | null
}

/** The state of a table; what a page does not say is as at a table where nothing happens. */
export function makeTableState({ mode, match, words, players, news, choose, calls, hint = null }: Parts): TableState {
  return {
    mode,
    match,
    words,
    players: { seats: [], own: [], present: null, speech: new Map(), ...players },
    news: { events: [], recap: null, refusal: '', ...news },
    choose: { busy: false, confirms: false, automatic: null, ...choose },
    calls: { calm: false, called: null, ...calls },
    hint,
  }
}

/** The move that is about to be made by itself; null where the player chooses. */
export function automaticMove({ mode, match: { view }, choose }: TableState): RoutineMove | null {
  return mode === 'play' && choose.automatic !== null ? routineMove(view) : null
}

/** The player at the bottom of the screen; undefined for a spectator. */
export function ownPlayer({ match: { view } }: TableState): Player | undefined {
  return view.players.find((player) => player.seat === view.seat)
}

/** The other players in the order of turns, beginning after the player at the bottom. */
export function otherPlayers({ match: { view } }: TableState): Player[] {
  const count = view.players.length
  const turnsAway = (player: Player) => (player.seat - (view.seat ?? 0) + count) % count
  return view.players.filter((player) => player.seat !== view.seat).sort((a, b) => turnsAway(a) - turnsAway(b))
}

/** The points of a seat in the match so far; null before the first round is over. */
export function totalPoints({ match }: TableState, seat: number): number | null {
  return match.sheet.length ? (match.totals[seat] ?? null) : null
}

/** Whether the person at a seat is connected. */
export function isPresent({ players }: TableState, seat: number): boolean {
  return players.present === null || players.present.includes(players.seats[seat]?.person ?? '')
}

/** Whether this person can call something out of turn here. */
export function canCall({ mode, match: { view }, players }: TableState): boolean {
  return mode === 'play' && !view.outcome && players.own.includes(view.seat ?? -1)
}

/** Whether a round is over at which this person has played: then the table keeps its size. */
export function isOver({ mode, match }: TableState): boolean {
  return mode === 'play' && Boolean(match.view.outcome)
}

/** What has just happened, in at most this number of characters; a replay tells it elsewhere. */
export function newsText({ mode, match, news, words }: TableState, mostCharacters: number): string {
  if (mode === 'replay' || match.view.outcome) return ''
  return lastSentences(mergeEvents(news.events).map((event) => eventLabel(event, words)), mostCharacters)
}

/** The zone of a player's hand; empty if the game has no hands. */
export function handZone({ match: { view } }: TableState, seat: number): string {
  return view.zones.find((zone) => zone.kind === 'hand' && zone.owner === seat)?.name ?? ''
}
