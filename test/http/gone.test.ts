import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect } from 'chai'
import Koa from 'koa'
import { whenGone } from '../../src/http/api.ts'

describe('the signal of a client that has gone', () => {
  const contextOf = () => {
    const request = new IncomingMessage(new Socket())
    return new Koa().createContext(request, new ServerResponse(request))
  }

  it('is one for each answer, however often it is asked for: a call that waits looks many times', () => {
    const [one, other] = [contextOf(), contextOf()]
    const signal = whenGone(one)
    for (let n = 0; n < 30; n++) expect(whenGone(one)).to.equal(signal)
    expect(one.res.listenerCount('close')).to.equal(1)
    expect(whenGone(other)).not.to.equal(signal)
    one.res.emit('close')
    expect([signal.aborted, whenGone(other).aborted]).to.deep.equal([true, false])
  })
})
