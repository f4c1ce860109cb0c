/** Styles of the gateway's pages, inlined. */
export const style = `
:root{color-scheme:light dark;--ink:#1b2430;--quiet:#52606d;--paper:#eef2f6;--card:#fff;--line:#cfd8e1;--blue:#0b57a4;--on-blue:#fff;--warn:#8a3b00;--warn-paper:#fff3e2;--good:#12633a;--sheet:#0b3d6e}
@media (prefers-color-scheme:dark){:root{--ink:#e8edf2;--quiet:#a9b6c2;--paper:#10161c;--card:#19222b;--line:#3a4753;--blue:#8fc3f7;--on-blue:#07223c;--warn:#ffce93;--warn-paper:#382510;--good:#8fdcae;--sheet:#0c2c4c}}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.6 system-ui,-apple-system,"Segoe UI","Noto Sans TC","Microsoft JhengHei",sans-serif;color:var(--ink);background:var(--paper)}
header{background:var(--sheet);color:#fff;padding:1rem}
header p{margin:0 auto;max-width:32rem;font-weight:700;display:flex;justify-content:space-between;gap:1rem;align-items:center}
header span{border:1px solid #fff;border-radius:1rem;padding:.05rem .7rem;font-size:.875rem;font-weight:600;white-space:nowrap}
main{margin:0 auto;max-width:34rem;padding:1rem;display:grid;gap:1rem}
h1{font-size:1.25rem;line-height:1.35;margin:0}
h2{font-size:1.0625rem;margin:0}
p{margin:0}
.quiet{color:var(--quiet);font-size:.9375rem}
.note{background:var(--warn-paper);color:var(--warn);border-radius:.5rem;padding:.75rem 1rem}
.good{color:var(--good);font-weight:700}
.bad{color:var(--warn);font-weight:700}
section{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem;display:grid;gap:.75rem}
dl{margin:0;display:grid;grid-template-columns:auto 1fr;gap:.35rem 1rem}
dt{color:var(--quiet)}
dd{margin:0;text-align:end;overflow-wrap:anywhere}
.amount{font-size:1.75rem;font-weight:700;line-height:1.2;font-variant-numeric:tabular-nums}
.number{font-size:1.125rem;font-weight:700;letter-spacing:.03em;font-variant-numeric:tabular-nums}
form{display:grid;gap:.5rem;margin:0}
label{display:grid;gap:.25rem;font-weight:600}
input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--quiet);border-radius:.5rem;padding:.65rem .75rem;min-height:3rem;width:100%}
button,a.button{font:inherit;font-weight:700;min-height:3rem;padding:.65rem 1rem;border-radius:.5rem;border:1px solid var(--blue);background:var(--blue);color:var(--on-blue);cursor:pointer;text-align:center;text-decoration:none;display:block;width:100%}
button.second,a.second{background:transparent;color:var(--blue)}
:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
.bank{border-radius:.75rem;background:linear-gradient(135deg,#0b3d6e,#0b57a4);color:#fff;padding:1rem;display:grid;gap:.75rem;max-width:20rem}
.bank b{letter-spacing:.12em;font-size:1.125rem;font-variant-numeric:tabular-nums}
.bank small{font-size:.875rem}
`
