import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Badge, badgeText } from './badge.tsx'
import { Combobox } from './combobox.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { TextArea, TextField } from './field.tsx'
import { pageCount, Pagination } from './pagination.tsx'
import { shownToasts, toast, ToastHost, toastDuration, toastOffset, type ToastType } from './toast.tsx'

describe('D9 a toast', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
  })

  /** Test files share one list of toasts: of another file some may still be shown. */
  const countOf = (message: string) => shownToasts().filter((one) => one.message === message).length

  it('D9 stays for 3000 ms, 16 from the edge', () => {
    toast('success', '已儲存')
    expect([toastDuration, toastOffset]).toEqual([3000, 16])
    vi.advanceTimersByTime(2999)
    expect(countOf('已儲存')).toBe(1)
    vi.advanceTimersByTime(1)
    expect(countOf('已儲存')).toBe(0)
    expect(renderToStaticMarkup(<ToastHost />)).toContain('top:16px')
  })

  it('D9 has five types', () => {
    const types: ToastType[] = ['primary', 'success', 'info', 'warning', 'error']
    for (const type of types.slice(1)) toast(type, type)
    expect(shownToasts().map((one) => one.type)).toEqual(['success', 'info', 'warning', 'error'])
  })

  it('stands once, however often the same thing is said', () => {
    toast('error', '請求失敗，請稍後再試')
    vi.advanceTimersByTime(2000)
    toast('error', '請求失敗，請稍後再試')
    expect(countOf('請求失敗，請稍後再試')).toBe(1)
    vi.advanceTimersByTime(2000)
    expect(countOf('請求失敗，請稍後再試')).toBe(1)
  })
})

describe('D9 a badge', () => {
  it.each([
    [1, '1'],
    [99, '99'],
    [100, '99+'],
    [1000, '99+'],
  ])('D9 shows %i as %s', (count, text) => {
    expect(badgeText(count)).toBe(text)
  })

  it('is not there when nothing waits', () => {
    expect(renderToStaticMarkup(<Badge count={0} label="0" />)).toBe('')
  })
})

describe('D9 a text area', () => {
  it('D9 has two rows by default', () => {
    expect(renderToStaticMarkup(<TextArea label="備註" />)).toContain('rows="2"')
    expect(renderToStaticMarkup(<TextArea label="備註" rows={5} />)).toContain('rows="5"')
  })

  it('D9 counts when there is a greatest length, and only then', () => {
    expect(renderToStaticMarkup(<TextArea label="備註" maxLength={200} defaultValue="三個字" />)).toContain('>3/200<')
    expect(renderToStaticMarkup(<TextArea label="備註" defaultValue="三個字" />)).not.toContain('3/')
  })
})

describe('D9 pagination', () => {
  it('D9 says per page and how many there are', () => {
    const html = renderToStaticMarkup(<Pagination page={2} pageSize={10} total={42} onPage={() => {}} onPageSize={() => {}} />)
    expect(html).toContain('共 42 筆')
    expect(html).toContain('每頁')
    expect(html).toContain('2 / 5')
  })

  it('has one page when there is nothing', () => {
    expect([pageCount(0, 10), pageCount(10, 10), pageCount(11, 10)]).toEqual([1, 1, 2])
  })
})

it('a field reads its error out with it', () => {
  const html = renderToStaticMarkup(<TextField label="電子郵件" error="請輸入正確的電子郵件" hint="用來登入" />)
  const [, describedBy] = /aria-describedby="([^"]+)"/.exec(html)!
  for (const id of describedBy!.split(' ')) expect(html).toContain(`id="${id}"`)
  expect(html).toContain('aria-invalid="true"')
})

describe('a summary of errors', () => {
  const errors = [
    { path: 'name', message: '此欄必填' },
    { path: 'email', message: '此欄必填' },
    { path: 'secret', message: '密碼至少 10 個字' },
  ]
  const shown = (...fixed: string[]) =>
    renderToStaticMarkup(
      <ErrorSummary id="s" errors={errors} labelOf={(path) => path} idOf={(path) => path} isFixed={(path) => fixed.includes(path)} />,
    )
  it('counts down while fields are mended, and says when none is left', () => {
    expect(shown()).toContain('有 3 個地方需要修改')
    expect(shown('name')).toContain('有 2 個地方需要修改')
    expect(shown('name', 'email')).toContain('有 1 個地方需要修改')
    expect(shown('name', 'email', 'secret')).toContain('都改好了，可以再送出一次')
  })
})

it('a combobox is one for a screen reader, and shows the name of what is chosen', () => {
  const options = [{ value: '007', label: '007 第一商業銀行' }]
  const html = renderToStaticMarkup(<Combobox name="bankCode" label="銀行" none="" options={options} value="007" onChange={() => {}} />)
  expect(html).toMatch(/<input[^>]*role="combobox"[^>]*aria-expanded="false"[^>]*value="007 第一商業銀行"/)
  expect(html).toMatch(/role="listbox"[^>]*hidden/)
  expect(html).toMatch(/role="option"[^>]*aria-selected="true"/)
})
