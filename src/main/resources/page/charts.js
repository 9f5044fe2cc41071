// What happened over time, drawn by uPlot. Beside each chart stands the same in words.
import * as say from './text.js';
import {element, set} from './tables.js';

const WINDOW = 30 * 60;
/** What a young worker has is drawn over this much. */
const LEAST_WINDOW = 5 * 60;
/** Where nothing was done for longer, there is no line, in seconds. */
const LONGEST_BRIDGE = 60;
const MOST_SHARDS = 7;
const plain = key => (data, at) => data.series[key]?.[at] ?? null;

const CHARTS = [
  {title: 'Lag', unit: 'age of the oldest change that is not indexed', format: value => value === null ? '–' : say.span(value * 1000), least: 10, lines: 'lags'},
  {title: 'Changes', unit: 'each second, this worker', format: say.rate, least: 1,
    lines: [['received', plain('received'), 0], ['done', plain('finished'), 1, true]]},
  {title: 'Latency', unit: 'this worker, logarithmic', format: say.fine, log: true,
    lines: [['received to indexed, p50', plain('p50'), 2], ['p99', plain('p99'), 0], ['written in DynamoDB to indexed, p99', plain('createdP99'), 1, true]]},
  {title: 'Outcomes', unit: 'writes each second, this worker', format: say.rate, least: 1,
    lines: [['applied', plain('applied'), 2], ['stale', plain('stale'), 6, true], ['tried again', plain('putOff'), 4], ['rejected', plain('rejected'), 1, true]]},
  {title: 'Pressure', unit: 'percent, this worker', format: say.percent, range: [0, 100],
    lines: [['bytes in flight, of their limit', plain('inFlight'), 0], ['bulks at once, of the most', plain('pace'), 4, true]]},
];

const EMPTY = {at: [], series: {}, lags: {}};
let data = EMPTY;
const made = [];

export function build(parent) {
  for (const chart of CHARTS) {
    const figure = element('figure', 'chart');
    const caption = element('figcaption');
    caption.append(element('h3', '', chart.title), element('span', 'unit', chart.unit));
    const plot = element('div', 'plot none', 'The first figures come within seconds.');
    plot.setAttribute('role', 'img');
    plot.setAttribute('aria-label', `${chart.title}: nothing yet`);
    const key = element('ul', 'key');
    figure.append(caption, plot, key);
    parent.append(figure);
    const one = {chart, plot, key, names: '', uplot: null, hovered: null};
    made.push(one);
    new ResizeObserver(() => one.uplot?.setSize(size(one))).observe(plot);
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    made.forEach(one => { one.names = ''; });
    draw();
  });
}

/** All that the worker remembers. */
export function begin(history) {
  data = history;
  draw();
}

/** One sample more, unless it is known. */
export function add(sample) {
  if (!sample?.at.length || data.at.at(-1) >= sample.at[0]) return;
  const before = data.at.length;
  data.at.push(sample.at[0]);
  append(data.series, sample.series, before);
  append(data.lags, sample.lags, before);
  while (data.at.length > 1 && data.at[0] < data.at.at(-1) - WINDOW * 1000) {
    data.at.shift();
    [...Object.values(data.series), ...Object.values(data.lags)].forEach(values => values.shift());
  }
  draw();
}

function append(to, from, length) {
  Object.keys(from).forEach(name => { to[name] ??= new Array(length).fill(null); });
  Object.entries(to).forEach(([name, values]) => values.push(from[name]?.[0] ?? null));
}

/** The newest value of a series that there was within so many samples. */
export function last(name, within = 1) {
  return (data.series[name] ?? []).slice(-within).filter(value => value !== null).at(-1) ?? null;
}

/** How much of the past is drawn, in seconds. */
function shown() {
  const known = Math.ceil((data.at.at(-1) - data.at[0]) / 60000) * 60;
  return Math.min(WINDOW, Math.max(LEAST_WINDOW, known));
}

function draw() {
  if (!data.at.length) return;
  set(document.getElementById('charts-title'), `The last ${shown() / 60} minutes`);
  made.forEach(one => {
    const lines = one.chart.lines === 'lags' ? lags() : one.chart.lines;
    const values = [data.at.map(time => time / 1000), ...lines.map(([, read]) => data.at.map((_, at) => floor(one.chart, read(data, at))))];
    const names = lines.map(([name]) => name).join('\n');
    if (one.names !== names) {
      one.names = names;
      one.uplot?.destroy();
      one.plot.classList.remove('none');
      one.plot.replaceChildren();
      one.uplot = new uPlot(options(one, lines), values, one.plot);
      key(one, lines);
    } else {
      one.uplot.setData(values);
    }
    one.plot.classList.toggle('nothing', values.slice(1).every(line => line.every(value => value === null)));
    one.lines = lines;
    tell(one);
  });
}

/** Samples with nothing beside them: a line would not show them. */
function alone(u, series) {
  const values = u.data[series];
  return values.flatMap((value, at) => (value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null ? [at] : []));
}

function decades(u, splits) {
  return splits.map(value => (Number.isInteger(Math.log10(value)) ? value : null));
}

/** A logarithm has no zero. */
function floor(chart, value) {
  return chart.log && value !== null ? Math.max(1, value) : value;
}

/** The fleet's largest lag, and those of its shards that lagged most. */
function lags() {
  const most = name => Math.max(0, ...data.lags[name]);
  const shards = Object.keys(data.lags).sort((a, b) => most(b) - most(a) || a.localeCompare(b)).slice(0, MOST_SHARDS).sort();
  return [['largest of the fleet', plain('fleetLag'), 1, true],
    ...shards.map((name, at) => [say.shard(name), (from, i) => from.lags[name]?.[i] ?? null, [0, 2, 3, 4, 5, 6, 7][at]])];
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function size(one) {
  return {width: Math.max(50, one.plot.clientWidth), height: Math.max(50, one.plot.clientHeight)};
}

function options(one, lines) {
  const {chart} = one;
  const axis = {stroke: colour('--muted'), grid: {stroke: colour('--line'), width: 1}, ticks: {show: false}, font: '12px system-ui, sans-serif'};
  return {
    ...size(one),
    padding: [10, 12, 0, 0],
    legend: {show: false},
    cursor: {y: false, drag: {x: false, y: false}, points: {size: 7}},
    scales: {
      x: {time: true, range: () => { const end = data.at.at(-1) / 1000; return [end - shown(), end]; }},
      y: chart.log ? {distr: 3} : {range: (u, low, high) => chart.range ?? [0, Math.max(chart.least, (high ?? 0) * 1.1)]},
    },
    axes: [
      {...axis, size: 26, space: 60, incrs: [60, 120, 300, 600], values: (u, splits) => splits.map(time => say.clock(time * 1000, false))},
      {...axis, grid: chart.log ? {...axis.grid, filter: decades} : axis.grid, size: 58, space: 28, values: (u, splits) => splits.map(value => value === null ? '' : chart.format(value))},
    ],
    series: [{}, ...lines.map(([name, , tone, dashed]) => ({
      label: name, stroke: colour(`--c${tone}`), width: 2, dash: dashed ? [6, 4] : undefined,
      gaps: (u, at, from, to, gaps) => gaps.filter(([left, right]) => u.posToVal(right, 'x', true) - u.posToVal(left, 'x', true) > LONGEST_BRIDGE),
      points: {show: true, size: 5, fill: colour(`--c${tone}`), filter: alone},
    }))],
    hooks: {setCursor: [u => { one.hovered = u.cursor.idx ?? null; if (one.lines) tell(one); }]},
  };
}

function key(one, lines) {
  one.key.replaceChildren(...lines.map(([name, , tone, dashed]) => {
    const item = element('li');
    const swatch = element('span', dashed ? 'swatch dashed' : 'swatch');
    swatch.style.setProperty('--series', `var(--c${tone})`);
    item.append(swatch, element('span', '', `${name} `), element('span', 'value'));
    return item;
  }));
}

/** The values at the pointer, else the newest. */
function tell(one) {
  const {chart, lines} = one;
  const at = one.hovered ?? data.at.length - 1;
  const values = lines.map(([, read]) => read(data, at));
  [...one.key.querySelectorAll('.value')].forEach((node, i) => set(node, chart.format(values[i])));
  const words = lines.map(([name, read], i) => {
    const all = data.at.map((_, j) => read(data, j)).filter(value => value !== null);
    return `${name} ${chart.format(values[i])}, at most ${chart.format(all.length ? Math.max(...all) : null)}`;
  });
  if (one.hovered === null) one.plot.setAttribute('aria-label', `${chart.title} over the last ${shown() / 60} minutes. ${words.join('; ')}`);
}
