// Connects the page with its worker. All that comes from there is shown as text.
import * as say from './text.js';
import * as tables from './tables.js';
import * as charts from './charts.js';
import * as map from './map.js';

const {element, set} = tables;
const node = id => document.getElementById(id);
const SILENCE = 10000;
const HIDDEN = 5 * 60 * 1000;
/** In samples. */
const MINUTE = 12;
const SIGNS = {GOOD: '✓', NOTICE: '!', BAD: '✕'};

let source = null;
let heardAt = Date.now();
/** Since when a word is due: a tab that let go on its own account has missed nothing. */
let waitingSince = heardAt;
let lostSince = null;
let polling = null;
let hiding = null;
let said = '';
let judged = null;
let talkingTo = null;

tables.build(node('tables'));
charts.build(node('charts'));
figures({});
connect();
setInterval(watch, 1000);
document.addEventListener('visibilitychange', () => {
  clearTimeout(hiding);
  // A browser opens six connections to one host: pages that nobody sees must not keep them.
  if (document.hidden) hiding = setTimeout(pause, HIDDEN);
  else if (!source && !polling) {
    waitingSince = Date.now();
    connect();
  }
});

function connect() {
  clearInterval(polling);
  polling = null;
  source = new EventSource('/events');
  source.addEventListener('history', event => charts.begin(JSON.parse(event.data)));
  source.addEventListener('snapshot', event => show(JSON.parse(event.data)));
  source.addEventListener('fault', () => lose('The worker cannot say how it is, by a fault of Tributary’s; its log says more.'));
  source.onerror = () => {
    node('connection').className = 'pill lost';
    set(node('connection'), document.body.classList.contains('lost') ? 'disconnected' : 'reconnecting');
    if (source?.readyState === EventSource.CLOSED) {
      source = null;
      poll();
    }
  };
}

/** Where it refuses to tell by itself, as it does too many pages, it is asked. */
function poll() {
  const ask = async () => {
    try {
      const answer = await fetch('/status.json');
      if (answer.ok) show(await answer.json());
    } catch {
      clearInterval(polling);
      polling = null;
      setTimeout(connect, 2000);
    }
  };
  polling = setInterval(ask, 5000);
  ask();
}

function pause() {
  source?.close();
  source = null;
  clearInterval(polling);
  polling = null;
  document.title = `… ${document.title}`;
}

function watch() {
  if (document.hidden && !source && !polling) return;
  if (Date.now() - waitingSince > SILENCE) lose('This worker does not answer.');
}

function lose(why) {
  lostSince ??= heardAt;
  document.body.classList.add('lost');
  const banner = node('banner');
  // Screen readers say it whenever it changes, so no seconds are counted here.
  set(banner, `${why} Trying again. It may have ended: ./tributary status --config FILE asks the others.`);
  banner.hidden = false;
  // Whoever looks in passing must not take an old word for a new one.
  node('verdict').className = 'verdict';
  set(node('sign'), '?');
  set(node('answer'), 'Not known');
  set(node('reason'), judged
    ? `All that stands here is from ${say.clock(lostSince)}, ${say.span(Date.now() - lostSince)} ago. Then it was: ${judged.headline}. ${say.sentence(judged.text)}`
    : 'This worker has not said yet how it is.');
  said = '';
  node('connection').className = 'pill lost';
  set(node('connection'), 'disconnected');
  document.title = `✕ Disconnected · ${node('application').textContent}`;
}

function found() {
  heardAt = Date.now();
  waitingSince = heardAt;
  lostSince = null;
  document.body.classList.remove('lost', 'loading');
  node('banner').hidden = true;
  node('connection').className = 'pill live';
}

function show(snapshot) {
  // After a restart, or where another took the port, all that is here is of a worker that is gone.
  talkingTo ??= snapshot.worker;
  if (talkingTo !== snapshot.worker) {
    location.reload();
    return;
  }
  found();
  set(node('connection'), `live, ${say.clock(snapshot.at)}`);
  set(node('application'), snapshot.application);
  set(node('worker'), `seen by worker ${snapshot.worker}, up for ${say.span(Date.parse(snapshot.at) - Date.parse(snapshot.startedAt))}`
    + (!(snapshot.fleet?.workers.length > 1) ? '' : `; other workers as of ${say.span(snapshot.fleetAgeMillis)} ago`));
  verdict(snapshot);
  charts.add(snapshot.sample);
  figures(snapshot);
  tables.fill(snapshot);
  map.show(snapshot.demo);
}

function verdict(snapshot) {
  judged = snapshot.judgement;
  const {level, headline, text, todo} = judged;
  node('verdict').className = `verdict ${level}`;
  set(node('sign'), SIGNS[level]);
  set(node('answer'), headline);
  set(node('reason'), say.sentence(text));
  node('todo-box').hidden = todo.length === 0;
  const key = JSON.stringify(todo);
  if (node('todo').dataset.shown !== key) {
    node('todo').dataset.shown = key;
    node('todo').replaceChildren(...todo.map(one => {
      const item = element('li');
      item.append(act(one.act));
      if (one.reason !== text) item.append(element('span', 'why', say.sentence(one.reason)));
      item.append(element('span', 'read', `Read ${one.read}`));
      return item;
    }));
  }
  document.title = `${SIGNS[level]} ${headline} · ${snapshot.application}`;
  // Told to screen readers when the answer changes, not with every second of lag.
  if (said !== level + headline) {
    said = level + headline;
    node('announcer').textContent = `${headline}: ${say.sentence(text)}`;
  }
}

/** Commands stand out and are broken between words only, so that they can be copied. */
function act(text) {
  const made = element('span', 'act');
  text.split(/(\.\/tributary [^;,]+)/).forEach((part, at) => {
    if (at % 2 === 0) {
      made.append(part);
      return;
    }
    const code = element('code');
    part.split(/( )/).forEach(word => code.append(word === ' ' ? word : element('span', '', word)));
    made.append(code);
  });
  return made;
}

function figures(snapshot) {
  const {fleet} = snapshot;
  const level = (value, word) => (value ? word : '');
  const worst = fleet?.shards.some(one => one.state === 'STUCK' || one.state === 'NOBODYS');
  const silent = fleet?.workers.filter(one => one.silent).length ?? 0;
  const p99 = charts.last('p99', MINUTE);
  const round = fleet?.verification?.find(one => one.round === 'last round');
  const differ = round ? round.differences - (round.repaired ?? 0) : 0;
  const backfills = fleet?.backfills?.length ?? 0;
  const rebuilds = fleet?.rebuilds?.filter(one => !one.kept).length ?? 0;
  const works = [[backfills, 'backfill'], [rebuilds, 'rebuild']].filter(([many]) => many).map(([many, what]) => say.count(many, what));
  const known = (value, note) => (fleet ? [say.number(value), note] : ['–', '']);
  const rows = [
    ['shards', 'Lag', fleet ? say.span(fleet.lagMillis ?? 0) : '–', fleet ? say.count(fleet.shards.length, 'shard') : '', worst ? 'BAD' : level(fleet?.lagMillis > 10000, 'NOTICE')],
    ['changes', 'Changes done', say.rate(charts.last('finished')), charts.last('received') === null ? '' : `${say.rate(charts.last('received'))} received`, ''],
    ['charts-title', 'Latency', say.fine(p99), p99 !== null ? 'p99, received to indexed' : fleet ? 'nothing done for a minute' : '', ''],
    ['verification', 'Differences', round ? say.number(differ) : '–', round ? `of ${say.number(round.expected ?? 0)} verified` : fleet ? 'nothing verified' : '', level(differ, 'NOTICE')],
    ['workers', 'Workers', ...known(fleet?.workers.length - silent, silent ? `${silent} more ${silent === 1 ? 'shows' : 'show'} no life` : fleet?.workers.length === 1 ? 'shows life' : 'show life'), level(silent, 'NOTICE')],
    ['dead-letters', 'Dead letters', ...known(fleet?.deadLetters.count, fleet?.deadLetters.count ? 'not indexed' : 'none'), level(fleet?.deadLetters.count, 'NOTICE')],
    ['gaps', 'Gaps', ...known(fleet?.gaps.length, fleet?.gaps.length ? 'changes may be missing' : 'none'), level(fleet?.gaps.length, 'NOTICE')],
    ['pending', 'Waiting', ...known(fleet?.pending.count, 'for objects in S3'), level(fleet?.pending.count, 'NOTICE')],
    ['held', 'Held back', ...known(fleet?.heldBack.length, fleet?.heldBack.length ? fleet.heldBack.map(one => `${one.what} ${one.name}`).join(', ') : 'nothing'), level(fleet?.heldBack.length, 'NOTICE')],
    [backfills || !rebuilds ? 'backfills' : 'rebuilds', 'Under way', ...known(backfills + rebuilds, works.join(', ') || 'no backfill, no rebuild'), ''],
  ];
  const list = node('figures');
  rows.forEach(([below, name, value, note, kind], at) => {
    if (!list.children[at]) {
      const made = element('div');
      made.append(element('dt'), element('dd'), element('dd', 'note'));
      made.children[0].append(element('a'));
      list.append(made);
    }
    const box = list.children[at];
    box.className = kind;
    const link = box.querySelector('a');
    link.setAttribute('href', `#${below}`);
    set(link, name);
    set(box.children[1], value);
    set(box.children[2], note);
  });
}
