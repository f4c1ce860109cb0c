import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAutosave, type Saving } from './autosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Save = (text: string) => Promise<unknown>

function keeper(save: Save) {
  const said: Saving[] = []
  const { changed, pause } = createAutosave<string>({
    save,
    onSaving: (saving) => said.push(saving),
    isRetryable: (error) => error === 'lost',
  })
  return { said, changed, pause }
}

describe('saving as one types', () => {
  it('saves once, after the last key', async () => {
    const save = vi.fn<Save>(async () => {})
    const { changed, said } = keeper(save)
    changed('a')
    await vi.advanceTimersByTimeAsync(400)
    changed('ab')
    await vi.advanceTimersByTimeAsync(2000)
    expect(save.mock.calls).toEqual([['ab']])
    expect(said.at(-1)).toBe('saved')
  })

  it('never has two on their way, and the newest comes last', async () => {
    const ways: (() => void)[] = []
    const save = vi.fn<Save>(() => new Promise<void>((resolve) => ways.push(resolve)))
    const { changed, said } = keeper(save)
    changed('first')
    await vi.advanceTimersByTimeAsync(700)
    changed('second')
    await vi.advanceTimersByTimeAsync(5000)
    expect(save).toHaveBeenCalledTimes(1)
    ways[0]!()
    await vi.advanceTimersByTimeAsync(700)
    expect(save.mock.calls).toEqual([['first'], ['second']])
    expect(said.at(-1)).toBe('saving')
    ways[1]!()
    await vi.advanceTimersByTimeAsync(0)
    expect(said.at(-1)).toBe('saved')
  })

  it('tries again what got lost on the way, and not what was refused', async () => {
    const lost = vi.fn<Save>().mockRejectedValueOnce('lost').mockResolvedValue(undefined)
    const first = keeper(lost)
    first.changed('a')
    await vi.advanceTimersByTimeAsync(700)
    expect(first.said.at(-1)).toBe('failed')
    await vi.advanceTimersByTimeAsync(5000)
    expect(first.said.at(-1)).toBe('saved')

    const refused = vi.fn<Save>().mockRejectedValue('refused')
    const second = keeper(refused)
    second.changed('a')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(refused).toHaveBeenCalledTimes(1)
  })

  it('pauses: what waits is not sent, what is on its way arrives first', async () => {
    let arrive = () => {}
    const save = vi.fn<Save>(() => new Promise<void>((resolve) => (arrive = resolve)))
    const { changed, pause } = keeper(save)
    changed('a')
    await vi.advanceTimersByTimeAsync(700)
    changed('b')
    let paused = false
    const pausing = pause().then(() => (paused = true))
    await vi.advanceTimersByTimeAsync(10)
    expect(paused).toBe(false)
    arrive()
    await pausing
    await vi.advanceTimersByTimeAsync(10_000)
    expect(save.mock.calls).toEqual([['a']])
  })
})
