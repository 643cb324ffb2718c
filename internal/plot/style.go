package plot

// style is the style sheet of the page. Layers of sections are s0 to s6 (source of the
// colours: Okabe and Ito, which people with any kind of colour vision can tell apart),
// other sections and what is in none are grey.
const style = `
:root{--paper:#fff;--ink:#1b1f24;--soft:#59636e;--rule:#d8dee4;--card:#f6f8fa;--line:#0969da;--bad:#b3261e;--s0:#0072b2;--s1:#e69f00;--s2:#009e73;--s3:#cc79a7;--s4:#56b4e9;--s5:#d55e00;--s6:#b5a400;--so:#8b949e;--sn:#c4cbd3}
@media (prefers-color-scheme:dark){:root{--paper:#0d1117;--ink:#e6edf3;--soft:#9aa4af;--rule:#30363d;--card:#161b22;--line:#58a6ff;--bad:#ff8a80;--s0:#3b94d1;--s1:#e6a61f;--s2:#22b08a;--s3:#d48fb5;--s4:#7cc4ee;--s5:#e5762f;--s6:#c7b72e;--so:#7d8590;--sn:#484f58}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:78rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.5rem;line-height:1.25;margin:0;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin:0 0 .25rem}
.about{color:var(--soft);margin:.25rem 0 1rem}
.now{display:flex;flex-wrap:wrap;gap:.75rem;margin:0 0 1.25rem}
.now div{background:var(--card);border:1px solid var(--rule);border-radius:.5rem;padding:.5rem .9rem}
.now dt{color:var(--soft);font-size:.85rem}
.now dd{margin:0;font-size:1.35rem;font-variant-numeric:tabular-nums}
.now small{font-size:.85rem;color:var(--soft)}
.over dd,.over small,td.over{color:var(--bad)}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,25rem),1fr));gap:1.25rem;margin-bottom:1.5rem}
figure{margin:0;min-width:0;border:1px solid var(--rule);border-radius:.5rem;padding:.75rem}
figcaption{color:var(--soft);font-size:.85rem}
svg{display:block;width:100%;max-width:44rem;height:auto}
svg text{font:12.5px system-ui,sans-serif;fill:var(--soft);font-variant-numeric:tabular-nums}
.grid{stroke:var(--rule)}
.axis{stroke:var(--soft)}
.mark{stroke:var(--soft);stroke-dasharray:1 3}
.budget{stroke:var(--bad);stroke-width:1.5;stroke-dasharray:6 4}
svg text.limit{fill:var(--bad);paint-order:stroke;stroke:var(--paper);stroke-width:6px;stroke-linejoin:round}
.curve{fill:none;stroke:var(--line);stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.dense .curve{stroke-width:1.25}
.point{fill:var(--paper);stroke:var(--line);stroke-width:1.75}
.point.high{fill:var(--bad);stroke:var(--bad)}
.dense .point{stroke:none;fill:var(--line)}
.dense .point.high{fill:var(--bad)}
.gap{stroke:var(--soft);stroke-width:1.5;fill:none}
.hit{fill:var(--ink);fill-opacity:0}
.hit:hover{fill-opacity:.1}
.area{stroke:var(--paper);stroke-width:.75;stroke-linejoin:round}
.dense .area{stroke:none}
.s0{fill:var(--s0);background:var(--s0)}.s1{fill:var(--s1);background:var(--s1)}.s2{fill:var(--s2);background:var(--s2)}.s3{fill:var(--s3);background:var(--s3)}.s4{fill:var(--s4);background:var(--s4)}.s5{fill:var(--s5);background:var(--s5)}.s6{fill:var(--s6);background:var(--s6)}.so{fill:var(--so);background:var(--so)}.sn{fill:var(--sn);background:var(--sn)}
.legend{list-style:none;margin:0;padding:0}
.legend li{display:flex;gap:.6rem;align-items:baseline;padding:.15rem 0}
.legend i{flex:none;width:.85rem;height:.85rem;border-radius:.2rem;align-self:center}
.legend bdi{flex:1;min-width:0;overflow-wrap:anywhere}
.legend span{font-variant-numeric:tabular-nums;color:var(--soft);white-space:nowrap}
.scroll{overflow-x:auto;border:1px solid var(--rule);border-radius:.5rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}
caption{text-align:left;font-weight:600;padding:.6rem .75rem}
th,td{padding:.3rem .6rem;text-align:left;border-top:1px solid var(--rule);white-space:nowrap}
th{font-weight:600}
thead th{background:var(--card)}
tbody th{font-weight:400;font-family:ui-monospace,monospace}
.n{text-align:right;font-variant-numeric:tabular-nums}
td:last-child{white-space:normal;min-width:10rem;overflow-wrap:anywhere}
@media (max-width:30rem){svg text{font-size:15px}}
@media print{.hit{display:none}figure,tr{break-inside:avoid}}
`
