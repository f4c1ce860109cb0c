import style from './stars.module.css'

const path = 'M12 2.8l2.8 5.8 6.4.8-4.7 4.4 1.2 6.3L12 17l-5.7 3.1 1.2-6.3L2.8 9.4l6.4-.8z'

/** Rating out of five stars, to a tenth. Decoration: the text beside it says the value. */
export function Stars({ value }: { value: number }) {
  const row = [0, 1, 2, 3, 4].map((n) => <path key={n} d={path} transform={`translate(${n * 24} 0)`} />)
  return (
    <span className={style.stars} aria-hidden>
      <svg viewBox="0 0 120 24">{row}</svg>
      <span className={style.full} style={{ width: `${value * 20}%` }}>
        <svg viewBox="0 0 120 24">{row}</svg>
      </span>
    </span>
  )
}
