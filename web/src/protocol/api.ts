/** Requests to the host. */
import type { TextList } from '../texts/texts'
import type { Announcement, CircleList, CircleMatches, CircleView, CircleWeek, DailyView, Device, GameList, HistoryPage, HouseRules, ImportedMatch, Invitation, NoticeKey, OpenTablePage, PersonStatistics, PlayedMatch, Replay, Reviewed, Settings, Summary, TableList, TransferLink, Verdict, You } from './types'
import type { Message } from '../texts/texts'
import { connection } from '../state/connection.svelte'
import { prefer } from '../state/preferences.svelte'
import { keepData } from '../state/keeping'
import { isLocal, transport } from './host'
import { root } from './root'
import type { Transport } from './transport'

/** The server has refused a request, and says why. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly reason: Message,
    readonly status: number,
  ) {
    super(code)
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  return parseReply<T>(await fetchText(method, path, body === undefined ? undefined : JSON.stringify(body)))
}

const parseReply = <T>(text: string): T => (text === '' ? (undefined as T) : (JSON.parse(text) as T))

/** Fetch an answer; throws what the host refuses. */
async function fetchText(method: string, path: string, body?: string, host: Transport = transport): Promise<string> {
  const reply = await reach(() => host.request(method, path, body))
  if (reply.kept) connection.lose()
  if (!isSuccess(reply.status)) throw makeRefusal(reply.status, reply.body)
  return reply.body
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** Make a request; a host that cannot be reached counts as refusing it. */
async function reach<T>(asked: () => Promise<T>): Promise<T> {
  try {
    return await asked()
  } catch {
    connection.lose()
    throw new Refusal('offline', { key: 'page.offline' }, 0)
  }
}

function makeRefusal(status: number, body: string): Refusal {
  try {
    const { code, message } = JSON.parse(body) as { code?: string; message?: Message }
    return new Refusal(code ?? 'failed', message ?? { key: 'error.failed' }, status)
  } catch {
    return new Refusal('failed', { key: 'error.failed' }, status)
  }
}

const get = <T>(path: string) => ask<T>('GET', path)
const post = <T>(path: string, body: unknown) => ask<T>('POST', path, body)

export const games = (language: string) => get<GameList>(`api/games?language=${language}`)
export const texts = (language: string) => get<TextList>(`api/texts/${language}`)
export const me = () => get<You>('api/me')
export const myTables = () => get<TableList>('api/me/tables')
export const letGo = (table: string) => ask<void>('DELETE', `api/me/tables/${encodeURIComponent(table)}`)
export const history = (game: string, after: string) => get<HistoryPage>(`api/history?${new URLSearchParams({ game, after })}`)
export const statistics = () => get<PersonStatistics>('api/statistics')
export const openTables = (game: string, free: boolean, after: string) =>
  get<OpenTablePage>(`api/tables?${new URLSearchParams({ game, after, ...(free && { free: '' }) })}`)

/** What the operator announces; nothing if the host cannot be asked, which other requests tell. */
export async function announcement(): Promise<Announcement> {
  const reply = await transport.request('GET', 'api/announcement').catch(() => null)
  return reply && isSuccess(reply.status) ? (JSON.parse(reply.body) as Announcement) : {}
}

/** Whether this person can see a table. Only a clear answer of the server counts as no. */
export async function tableExists(table: string, key: string): Promise<boolean> {
  try {
    await get<Summary>(`api/tables/${encodeURIComponent(table)}${key ? `?key=${encodeURIComponent(key)}` : ''}`)
    return true
  } catch (error) {
    return !(error instanceof Refusal && error.status === 404)
  }
}

export interface NewTable {
  name: string
  settings: Partial<Settings> & Pick<Settings, 'game' | 'seats'>
  seat?: number | null
  fill?: string
}

/** Remember that a request has given this device an identity. */
async function rememberIdentity<T>(asked: Promise<T>): Promise<T> {
  const answer = await asked
  prefer({ known: true })
  if (isLocal) keepData()
  return answer
}

export const makeTable = (wanted: NewTable) => rememberIdentity(post<Invitation>('api/tables', wanted))
/** Come to a table, and take a seat if there is one. */
export const joinTable = (table: string, name: string, key: string) =>
  rememberIdentity(post<Invitation>(`api/tables/${encodeURIComponent(table)}/join`, { name, key, sit: true }))

/** Make a table for a guided first round. */
export const learn = (game: string, name: string) => rememberIdentity(post<Invitation>(`api/lessons/${encodeURIComponent(game)}`, { name }))

export const myCircles = () => get<CircleList>('api/me/circles')
/** A circle, if this person belongs to it. */
export const myCircle = async (id: string) => (await myCircles()).circles.find((mine) => mine.circle === id) ?? null
export const makeCircle = (name: string, circle: string) => rememberIdentity(post<CircleView>('api/circles', { name, circle }))
export const circle = (id: string) => get<CircleView>(`api/circles/${encodeURIComponent(id)}`)
/** The circle, unless it is as it was at this number. */
export const circleNews = (id: string, after: number) => get<CircleView | undefined>(`api/circles/${encodeURIComponent(id)}?after=${after}`)
/** The last matches among the first ones of a circle. */
export const circleMatches = (id: string, before: number) => get<CircleMatches>(`api/circles/${encodeURIComponent(id)}/matches?before=${before}`)
/** Keep a circle's house rules of a game; without rules it plays by the booklet again. */
export const keepRules = (id: string, game: string, rules: HouseRules | null) => post<CircleView>(`api/circles/${encodeURIComponent(id)}/rules`, { game, rules })
export const nameRules = (id: string, name: string) => post<CircleView>(`api/circles/${encodeURIComponent(id)}/rules/name`, { name })
export const renameCircle = (id: string, name: string) => post<CircleView>(`api/circles/${encodeURIComponent(id)}/name`, { name })
export const leaveCircle = (id: string) => ask<void>('DELETE', `api/me/circles/${encodeURIComponent(id)}`)
export const joinCircle = (id: string, name: string, key: string) =>
  rememberIdentity(post<CircleView>(`api/circles/${encodeURIComponent(id)}/join`, { name, key }))

export const daily = () => get<DailyView>('api/daily')
export const playDaily = (name: string) => rememberIdentity(post<Invitation>('api/daily', { name }))
export const circleWeek = (id: string) => get<CircleWeek>(`api/circles/${encodeURIComponent(id)}/daily`)

/** A link that takes this person's identity to another device. */
export const makeTransfer = () => post<TransferLink>('api/me/transfer', {})
export const revokeTransfer = () => ask<void>('DELETE', 'api/me/transfer')
/** Be on this device who you are on the other one. */
export const useTransfer = (word: string) => rememberIdentity(post<You>('api/transfer', { word }))
export const signOutOthers = () => post<void>('api/me/renew', {})

/** The key for notices on this device; empty: the server sends none. */
export const noticeKey = () => get<NoticeKey>('api/push')
export const addDevice = (device: Device) => post<void>('api/push', device)
export const removeDevice = (endpoint: string) => ask<void>('DELETE', 'api/push', { endpoint })

const recordPath = (table: string) => `api/tables/${encodeURIComponent(table)}/record`
export const recordAddress = (table: string) => new URL(recordPath(table), root)
/** The record of a match: JSON Lines. */
export const record = (table: string, host: Transport = transport) => fetchText('GET', recordPath(table), undefined, host)
/** Take a match that was played elsewhere into the history. */
export const importMatch = (played: PlayedMatch) => rememberIdentity(post<ImportedMatch>('api/records', played))
/** Verify a record: deals, moves and outcome are computed again. */
export const verifyRecord = async (text: string) => parseReply<Verdict>(await fetchText('POST', 'api/records/verify', text))

export const replay = (table: string, round: number, from: string, key: string) => {
  const asked = new URLSearchParams({ round: String(round), from, ...(key ? { key } : {}) })
  return get<Replay>(`api/tables/${encodeURIComponent(table)}/replay?${asked}`)
}

/** Every decision of a seat compared with an expert's, one after another. */
export async function* review(table: string, round: number, seat: number, key: string, signal: AbortSignal): AsyncGenerator<Reviewed> {
  const asked = new URLSearchParams({ round: String(round), from: String(seat), ...(key ? { key } : {}) })
  const reply = await reach(() => transport.stream(`api/tables/${encodeURIComponent(table)}/review?${asked}`, signal))
  let rest = ''
  for await (const piece of readPieces(reply.pieces, signal)) {
    rest += piece
    if (!isSuccess(reply.status)) continue
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as Reviewed
  }
  if (!isSuccess(reply.status)) throw makeRefusal(reply.status, rest)
}

/** The pieces of an answer; one that breaks off counts as refused. */
async function* readPieces(pieces: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  try {
    yield* pieces
  } catch (error) {
    throw signal.aborted ? error : new Refusal('failed', { key: 'error.failed' }, 0)
  }
}
