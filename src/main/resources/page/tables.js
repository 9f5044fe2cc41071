// What stands below the charts. Every text goes into the page as text: items' keys and reasons may hold anything.
import * as say from './text.js';

const MOST_ROWS = 50;
const GOOD = ['AT_THE_TIP', 'AFTER_ITS_PARENT', 'up'];
const BAD = ['NOBODYS', 'STUCK', 'down'];

export function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function state(word) {
  const kind = GOOD.includes(word) ? 'good' : BAD.includes(word) ? 'bad' : 'notice';
  return {text: say.words(word), className: `state-${kind}`};
}

const number = value => ({text: say.number(value), className: 'number'});
const short = (text, title) => ({text, title, className: 'short'});
const long = text => ({text, className: 'long'});
const told = text => long(say.sentence(text));
const keys = list => ({list, className: 'keys'});
const bar = (value, most, label) => ({value, most, label, className: 'short'});
const parts = one => bar(one.partsDone, one.parts, `${one.partsDone} of ${one.parts} parts`);
/** How the steps of a rebuild are called elsewhere, and what they mean for a search. */
const STEPS = {loading: 'being filled, searches go to the old one', swapped: 'searches go to the new one, workers follow', copied: 'searches go to the new one, workers follow'};

/** Each section: what it is called, its columns, what to say where it is empty, and its rows. */
const SECTIONS = [
  {
    id: 'shards', title: 'Shards', empty: 'No shard is known yet.',
    columns: ['Shard', 'State', 'Lag#', 'Held by', 'Under way#', 'Why'],
    caption: 'Lag is the age of the oldest change that is not indexed. Those that lag most stand first.',
    rows: s => s.fleet?.shards.map(one => [
      short(say.shard(one.name), one.name), state(one.state), {text: say.span(one.lagMillis), className: 'number'},
      short(one.owner ?? '–'), number(one.depth), told(one.why)]),
  },
  {
    id: 'workers', title: 'Workers', empty: 'No worker shows life.',
    columns: ['Worker', 'Up for', 'Last seen', 'Shards#', 'In flight#', 'Trouble'],
    rows: (s, ago) => s.fleet?.workers.map(one => [
      short(one.id === s.worker ? `${one.id} (this one)` : one.id), short(ago(one.startedAt)),
      one.silent ? {text: `${ago(one.at)} ago: shows no life`, className: 'state-bad'} : short(one.id === s.worker ? 'now' : `${ago(one.at)} ago`),
      number(one.shards), {text: say.bytes(one.bytesInFlight), className: 'number'}, told(one.trouble ?? '')]),
  },
  {
    id: 'dead-letters', title: 'Dead letters', empty: 'No dead letters.', count: s => s.fleet?.deadLetters.count,
    columns: ['How many#', 'Index', 'Reason', 'Keys', 'Since'],
    caption: 'Documents that could not be indexed, by reason, with the first few keys. All: ./tributary dead-letters list',
    rows: (s, ago) => reasons(s.fleet?.deadLetters, ago),
  },
  {
    id: 'gaps', title: 'Gaps', empty: 'No gaps: no change is lost to the streams.',
    columns: ['Table', 'What happened', 'May be missing', 'Found'],
    rows: (s, ago) => s.fleet?.gaps.map(one => [
      short(one.table), long(`${say.words(one.kind)}: ${one.reason}`), long(one.may), short(`${ago(one.since)} ago`)]),
  },
  {
    id: 'pending', title: 'Waiting for objects', empty: 'No document waits for an object.', count: s => s.fleet?.pending.count,
    columns: ['How many#', 'Index', 'Reason', 'Keys', 'Since'],
    caption: 'Documents whose objects in S3 are not there or cannot be read.',
    rows: (s, ago) => reasons(s.fleet?.pending, ago),
  },
  {
    id: 'held', title: 'Held back', empty: 'Nothing is held back.',
    columns: ['What', 'Reason', 'By', 'For'],
    rows: (s, ago) => s.fleet?.heldBack.map(one => [
      short(`${one.what} ${one.name}`), long(one.cause === 'REFUSALS' ? `most documents are refused: ${one.reason}` : one.reason),
      short(one.by), short(ago(one.since))]),
  },
  {
    id: 'backfills', title: 'Backfills', empty: 'No backfill is under way.',
    columns: ['Table', 'State', 'Progress', 'Items#', 'Documents#', 'Deleted#', 'Rate#', 'For', 'Id', 'Trouble'],
    caption: 'The rate is of items read, since its begin.',
    rows: (s, ago) => s.fleet?.backfills?.map(one => [
      short(one.table), one.trouble ? {text: 'does not go on', className: 'short state-bad'} : short(one.state), parts(one),
      number(one.items), number(one.documents), number(one.deleted), {text: rate(s, one), className: 'number'},
      short(ago(one.since)), short(one.id), told(one.trouble ?? '')]),
  },
  {
    id: 'rebuilds', title: 'Rebuilds', empty: 'No rebuild is under way.',
    columns: ['Index', 'What', 'Loaded', 'Since', 'By'],
    rows: (s, ago) => s.fleet?.rebuilds?.map(one => one.kept
      ? [short(one.index), long(`${one.kept} is kept until ${one.until}`), short(''), short(''), short('')]
      : [short(one.index), long(`from ${one.from} to ${one.to}: ${STEPS[one.step] ?? one.step}`), loaded(s, one), short(`${ago(one.startedAt)} ago`), short(one.by)]),
  },
  {
    id: 'indexes', title: 'Indexes', empty: 'No worker has said yet where it writes.',
    columns: ['Alias', 'Generation', 'Written by', 'State'],
    caption: 'Each alias, and the index behind it that workers write to.',
    rows: s => generations(s),
  },
  {
    id: 'verification', title: 'Verification', empty: 'Workers do not verify by themselves: worker.verify is off, or no round has begun.',
    columns: ['Round', 'Progress', 'Equal#', 'Differences#', 'Repaired#', 'Examples', 'When'],
    rows: (s, ago) => s.fleet?.verification?.map(one => [
      short(one.round), bar(one.done, one.parts, `${one.done} of ${one.parts} parts`), number(one.equal ?? 0),
      {text: say.number(one.differences), className: one.differences > (one.repaired ?? 0) ? 'number state-bad' : 'number'},
      number(one.repaired ?? 0), keys(one.examples ?? []), short(`${ago(one.at)} ago`)]),
  },
  {
    id: 'changes', title: 'Changes', empty: 'This worker counts nothing yet.',
    columns: ['Table', 'Put#', 'Removed#', 'Expired#', 'Unreadable#', 'Done#', 'To index#', 'To delete#', 'Left out#', 'No document#'],
    caption: 'What this worker took from the streams since its start, and what that asked for: each change is shown to each entity of its table, and most leave it out.',
    rows: s => s.here && Object.entries(s.here.tables).map(([table, one]) => [
      short(table), number(one.changes.put), number(one.changes.remove), number(one.changes.expire), number(one.changes.unreadable),
      number(one.finished), number(one.asked.index), number(one.asked.delete), number(one.asked.skip), number(one.asked.reject)]),
  },
  {
    id: 'writes', title: 'Writes', compact: true, empty: 'This worker counts nothing yet.',
    columns: ['What', 'How many#', 'Which means'],
    caption: 'What became of this worker’s writes since its start.',
    rows: s => s.here && writes(s.here),
  },
  {
    id: 'health', title: 'Health', compact: true, empty: 'Nothing was looked at yet.',
    columns: ['Part', 'State', 'Since', 'Reason', 'Read'],
    rows: (s, ago) => s.health.parts.map(one => [
      short(one.name), state(one.state), short(one.since ? `${ago(one.since)} ago` : ''), told(one.reason), short(one.state === 'up' ? '' : one.help)]),
  },
];

function reasons(list, ago) {
  return list?.byReason.map(one => [
    number(one.count), short(one.index), long(one.reason),
    keys(one.count > one.examples.length ? [...one.examples, `… and ${say.number(one.count - one.examples.length)} more`] : one.examples),
    short(ago(one.oldest))]);
}

function rate(s, one) {
  const seconds = (Date.parse(s.fleet.at) - Date.parse(one.since)) / 1000;
  return seconds > 0 ? say.rate(one.items / seconds) : '–';
}

/** A rebuild loads by backfills of its own. */
function loaded(s, rebuild) {
  const own = s.fleet.backfills?.filter(one => one.id.startsWith(`rebuild-${rebuild.to}-`)) ?? [];
  const sum = name => own.reduce((all, one) => all + one[name], 0);
  return own.length ? parts({partsDone: sum('partsDone'), parts: sum('parts')}) : short('');
}

function generations(s) {
  if (!s.fleet) return undefined;
  const by = new Map();
  s.fleet.workers.filter(one => !one.silent).forEach(one => Object.entries(one.writesTo).forEach(([index, name]) => {
    if (!by.has(index)) by.set(index, new Map());
    by.get(index).set(name, (by.get(index).get(name) ?? 0) + 1);
  }));
  Object.keys(s.waitingIndexes ?? {}).forEach(index => by.has(index) || by.set(index, new Map()));
  const rows = [];
  [...by.keys()].sort().forEach(index => {
    const why = s.waitingIndexes?.[index];
    const names = [...by.get(index)];
    if (names.length === 0) names.push(['–', 0]);
    names.forEach(([name, workers]) => rows.push([
      short(index), short(name), short(say.count(workers, 'worker')),
      why ? {text: `waits: ${why}`, className: 'long state-bad'}
        : names.length > 1 ? {text: 'workers write to different indexes: a rebuild is being followed', className: 'long state-notice'}
          : {text: 'written to', className: 'state-good'}]));
  });
  return rows;
}

function writes(here) {
  const {writes: w, bulks: b} = here;
  const rows = [
    ['applied', w.applied, 'written, or deleted'],
    ['stale', w.stale, 'the index had something newer'],
    ['coalesced', w.coalesced, 'ended with a newer write of the same document'],
    ['rejected', w.rejected, 'refused by OpenSearch for good; dead letters, unless something simpler was taken'],
    ['fenced', w.fenced, 'the shard went to another worker, which writes it'],
    ...Object.entries(w.putOff).map(([why, times]) => ['tried again', times, why]),
    ['bulks', b.count, `${say.count(b.meanDocuments, 'document')} and ${b.meanMillis} ms on average, ${say.number(b.halved)} sent again in halves; `
      + (b.allowed ? `now at most ${b.allowed} at once, of ${say.number(b.documentsAllowed)} documents and ${say.bytes(b.bytesAllowed)}` : 'none sent yet')],
  ];
  return rows.map(([what, times, means]) => [short(what), number(times), long(means)]);
}

/** Makes all sections, without rows. */
export function build(parent) {
  for (const section of SECTIONS) {
    const box = element('section', 'empty');
    const title = element('h2');
    title.id = `${section.id}-title`;
    title.append(element('span', '', section.title), element('span', 'count'));
    box.id = section.id;
    const scroll = element('div', 'scroll');
    scroll.setAttribute('role', 'group');
    scroll.setAttribute('aria-labelledby', title.id);
    scroll.hidden = true;
    // Keys must move what is wider than the screen, and need not stop at what is not.
    new ResizeObserver(() => { scroll.tabIndex = scroll.scrollWidth > scroll.clientWidth ? 0 : -1; }).observe(scroll);
    const table = role(element('table', section.compact ? 'compact' : ''), 'table');
    table.append(element('caption', section.caption ? '' : 'unseen', section.caption ?? section.title));
    const head = role(element('tr'), 'row');
    section.columns.forEach(name => {
      const cell = role(element('th', name.endsWith('#') ? 'number' : 'short', name.replace('#', '')), 'columnheader');
      cell.scope = 'col';
      head.append(cell);
    });
    table.append(role(element('thead'), 'rowgroup'), role(element('tbody'), 'rowgroup'));
    table.tHead.append(head);
    scroll.append(table);
    box.append(title, element('p', 'none', 'Loading …'), scroll);
    parent.append(box);
  }
}

/** Puts what is new into the sections; what is the same is not touched, so that it can be selected. */
export function fill(snapshot) {
  const ago = time => say.span(Date.parse(snapshot.fleet?.at ?? snapshot.at) - Date.parse(time));
  const since = time => say.span(Date.parse(snapshot.at) - Date.parse(time));
  for (const section of SECTIONS) {
    const rows = section.rows(snapshot, section.id === 'health' ? since : ago) ?? [];
    const box = document.getElementById(section.id);
    const total = section.count?.(snapshot) ?? rows.length;
    set(box.querySelector('.count'), rows.length ? say.number(total) : '');
    const more = rows.length > MOST_ROWS ? ` Here: the first ${MOST_ROWS}; ./tributary status --json has all.` : '';
    const none = box.querySelector('.none');
    set(none, rows.length ? more : snapshot.fleet || section.id === 'health' ? section.empty : 'Not known yet: the worker is starting.');
    box.className = rows.length ? '' : 'empty';
    none.hidden = rows.length > 0 && !more;
    box.querySelector('.scroll').hidden = rows.length === 0;
    body(box.querySelector('tbody'), rows.slice(0, MOST_ROWS));
  }
}

/** Said again, since a phone shows rows as cards, and some browsers take those for no table. */
function role(made, name) {
  made.setAttribute('role', name);
  return made;
}

function body(tbody, rows) {
  while (tbody.rows.length > rows.length) tbody.deleteRow(-1);
  rows.forEach((cells, at) => {
    const row = tbody.rows[at] ?? role(tbody.insertRow(), 'row');
    cells.forEach((cell, column) => {
      if (!row.cells[column]) {
        const made = role(element(column === 0 ? 'th' : 'td'), column === 0 ? 'rowheader' : 'cell');
        if (column === 0) made.scope = 'row';
        made.dataset.name = tbody.parentNode.tHead.rows[0].cells[column].textContent;
        row.append(made);
      }
      show(row.cells[column], cell);
    });
  });
}

function show(td, cell) {
  const key = JSON.stringify(cell);
  if (td.dataset.shown === key) return;
  td.dataset.shown = key;
  td.className = cell.className ?? '';
  td.title = cell.title ?? '';
  if (cell.list?.length) {
    const list = element('ul');
    cell.list.forEach(one => list.append(element('li', '', one)));
    td.replaceChildren(list);
  } else if (cell.most !== undefined) {
    const progress = element('progress');
    progress.max = Math.max(1, cell.most);
    progress.value = cell.value;
    progress.setAttribute('aria-label', cell.label);
    td.replaceChildren(progress, element('span', '', ` ${cell.label}`));
  } else {
    td.textContent = cell.text ?? '';
  }
}

export function set(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
