/** Requests to the server. Addresses are relative, because the page may be under a sub-path. */
import type { TextList } from '../texts/texts'
import type { CircleList, CircleView, CircleWeek, DailyView, Device, GameList, HistoryPage, HouseRules, Invitation, NoticeKey, OpenTablePage, Replay, Reviewed, Settings, Summary, TableList, TransferLink, You } from './types'
import type { Message } from '../texts/texts'
import { connection } from '../state/connection.svelte'
import { prefer } from '../state/preferences.svelte'

/** The root of the server, from the <base> of the page. */
export const root = new URL('.', document.baseURI)

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
  const init: RequestInit = { method, credentials: 'same-origin' }
  if (body !== undefined) {
    init.headers = { 'content-type': 'application/json' }
    init.body = JSON.stringify(body)
  }
  const response = await fetchAnswer(path, init)
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T)
}

/** Fetch an answer; throws what the server refuses. */
async function fetchAnswer(path: string, init: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(new URL(path, root), init)
    if (response.headers.has('x-kept')) connection.lose()
  } catch {
    connection.lose()
    throw new Refusal('offline', { key: 'page.offline' }, 0)
  }
  if (response.ok) return response
  const answer = await response.json().catch(() => null)
  throw new Refusal(answer?.code ?? 'failed', answer?.message ?? { key: 'error.failed' }, response.status)
}

const get = <T>(path: string) => ask<T>('GET', path)
const post = <T>(path: string, body: unknown) => ask<T>('POST', path, body)

export const games = (language: string) => get<GameList>(`api/games?language=${language}`)
export const texts = (language: string) => get<TextList>(`api/texts/${language}`)
export const me = () => get<You>('api/me')
export const myTables = () => get<TableList>('api/me/tables')
export const letGo = (table: string) => ask<void>('DELETE', `api/me/tables/${encodeURIComponent(table)}`)
export const history = (game: string, after: string) => get<HistoryPage>(`api/history?${new URLSearchParams({ game, after })}`)
export const openTables = (game: string, free: boolean, after: string) =>
  get<OpenTablePage>(`api/tables?${new URLSearchParams({ game, after, ...(free && { free: '' }) })}`)

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

export const recordAddress = (table: string) => new URL(`api/tables/${encodeURIComponent(table)}/record`, root)

export const replay = (table: string, round: number, from: string, key: string) => {
  const asked = new URLSearchParams({ round: String(round), from, ...(key ? { key } : {}) })
  return get<Replay>(`api/tables/${encodeURIComponent(table)}/replay?${asked}`)
}

/** Every decision of a seat compared with an expert's, one after another. */
export async function* review(table: string, round: number, seat: number, key: string, signal: AbortSignal): AsyncGenerator<Reviewed> {
  const asked = new URLSearchParams({ round: String(round), from: String(seat), ...(key ? { key } : {}) })
  const response = await fetchAnswer(`api/tables/${encodeURIComponent(table)}/review?${asked}`, { credentials: 'same-origin', signal })
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as Reviewed
  }
}
