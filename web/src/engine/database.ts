/**
 * The store of the engine: rows in IndexedDB, read and written as JSON texts, and news between tabs.
 *
 * Python decides what the rows mean (src/reihum/browser/indexed_log.py). Every row has its `key`; the other fields that
 * an index needs are there if the row belongs into that index.
 */

const VERSION = 1

/** The stores with their indexes, by the name of the field that the index orders. */
const STORES: Record<string, { name: string; unique?: boolean; multiEntry?: boolean }[]> = {
  entries: [],
  listings: [{ name: 'newest' }, { name: 'oldest' }, { name: 'opened' }, { name: 'members', multiEntry: true }],
  people: [{ name: 'secret_hash', unique: true }, { name: 'seen' }],
  settings: [],
}

type Key = IDBValidKey

/** One key, or all keys between two bounds, neither of which is a part. */
interface Keys {
  key?: Key
  after?: Key
  before?: Key
}

/** The rows of a store with these keys, or with these keys in an index; `last`: only the last of them. */
interface Query extends Keys {
  store: string
  index?: string
  limit?: number
  last?: boolean
}

/** A step of a transaction. `add` wants the key and all unique fields to be free; `require` wants a field of a row to have a value. */
type Step =
  | { type: 'add'; store: string; row: object }
  | { type: 'replace'; store: string; row: object }
  | ({ type: 'remove'; store: string } & Keys)
  | { type: 'require'; store: string; key: Key; name: string; value: unknown }

export interface Database {
  /** The rows of some queries as of one moment: a JSON list of queries in, a JSON list of lists of rows out. */
  read(queries: string): Promise<string>
  count(store: string): Promise<number>
  /** Carries out a JSON list of steps: all of them, durably, or none. Returns the name of the error, or an empty text. */
  write(steps: string): Promise<string>
  /** Tells the other tabs something. */
  tell(news: string): void
  /** Calls a function for everything that another tab tells. */
  listen(hear: (news: string) => void): void
  close(): void
}

export async function openDatabase(name: string): Promise<Database> {
  const opening = indexedDB.open(name, VERSION)
  opening.onupgradeneeded = () => {
    for (const [store, indexes] of Object.entries(STORES)) {
      const made = opening.result.createObjectStore(store, { keyPath: 'key' })
      for (const { name, ...how } of indexes) made.createIndex(name, name, how)
    }
  }
  const database = await finish(opening)
  const channel = new BroadcastChannel(name)

  return {
    async read(queries) {
      const asked: Query[] = JSON.parse(queries)
      if (!asked.length) return '[]'
      const transaction = database.transaction([...new Set(asked.map((query) => query.store))], 'readonly')
      return JSON.stringify(await Promise.all(asked.map((query) => find(transaction, query))))
    },

    count: (store) => finish(database.transaction(store, 'readonly').objectStore(store).count()),

    async write(steps) {
      const wanted: Step[] = JSON.parse(steps)
      const stores = [...new Set(wanted.map((step) => step.store))]
      const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' })
      return new Promise((resolve) => {
        let error = ''
        const fail = (name: string) => (error ||= name)
        transaction.oncomplete = () => resolve('')
        transaction.onerror = (event) => fail((event.target as IDBRequest).error?.name ?? 'UnknownError')
        transaction.onabort = () => resolve(error || (transaction.error?.name ?? 'AbortError'))
        try {
          for (const step of wanted) carryOut(transaction, step, () => (fail('ConstraintError'), transaction.abort()))
        } catch (caught) {
          fail((caught as Error).name)
          transaction.abort()
        }
      })
    },

    tell: (news) => channel.postMessage(news),
    listen: (hear) => channel.addEventListener('message', (event) => hear(event.data)),
    close() {
      channel.close()
      database.close()
    },
  }
}

function find(transaction: IDBTransaction, query: Query): Promise<object[]> {
  const store = transaction.objectStore(query.store)
  const source = query.index ? store.index(query.index) : store
  if (!query.last) return finish(source.getAll(range(query), query.limit))
  return finish(source.openCursor(range(query), 'prev')).then((cursor) => (cursor ? [cursor.value] : []))
}

function carryOut(transaction: IDBTransaction, step: Step, refuse: () => void): void {
  const store = transaction.objectStore(step.store)
  if (step.type === 'add') store.add(step.row)
  else if (step.type === 'replace') store.put(step.row)
  else if (step.type === 'remove') store.delete(range(step)!)
  else store.get(step.key).onsuccess = (event) => {
    const row = (event.target as IDBRequest).result
    if (row?.[step.name] !== step.value) refuse()
  }
}

function range({ key, after, before }: Keys): IDBKeyRange | undefined {
  if (key !== undefined) return IDBKeyRange.only(key)
  if (after !== undefined && before !== undefined) return IDBKeyRange.bound(after, before, true, true)
  if (after !== undefined) return IDBKeyRange.lowerBound(after, true)
  return before === undefined ? undefined : IDBKeyRange.upperBound(before, true)
}

function finish<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
