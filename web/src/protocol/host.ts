/** The host of this page. */
import { ServerTransport } from './serverTransport'
import type { Transport } from './transport'

export const transport: Transport = new ServerTransport()
