// The demo's documents on a map: no tiles, since nothing is asked of other servers; a grid of degrees has to do.
import * as say from './text.js';
import {element} from './tables.js';

const EVERY = 2000;
const LATEST = 12;
const NEW_FOR = 10000;
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30];

let started = false;
let known = null;
/** Of the picture, in pixels: its texts are as large as all others. */
let WIDTH = 800;
let HEIGHT = 440;
const fresh = new Map();

/** Looks from now on, if this is the demo. */
export function show(demo) {
  if (!demo || started) return;
  started = true;
  document.getElementById('map-section').hidden = false;
  look();
}

async function look() {
  try {
    const answer = await fetch('/demo/documents.json');
    if (answer.ok) update(await answer.json());
  } catch {
    // The page says itself that the worker does not answer.
  }
  setTimeout(look, EVERY);
}

function update({documents}) {
  const now = Date.now();
  const found = new Map(documents.map(one => [`${one.index}/${one.id}`, one]));
  if (known) {
    found.forEach((one, name) => {
      const before = known.get(name);
      if (!before) arrive('new', one, name, now);
      else if (before.version !== one.version) arrive('changed', one, name, now);
    });
    known.forEach((one, name) => found.has(name) || note('gone', one));
  } else {
    documents.slice(-LATEST).forEach(one => note('', one));
  }
  known = found;
  draw([...found.values()].filter(one => one.geometry), name => now - (fresh.get(name) ?? 0) < NEW_FOR);
}

function arrive(what, one, name, now) {
  fresh.set(name, now);
  note(what, one);
}

function note(what, one) {
  const list = document.getElementById('arrivals');
  list.querySelector('.none')?.remove();
  const item = element('li');
  // Of what was there before the page nobody knows here when it came.
  item.append(element('span', 'what', `${what} ${one.label ?? one.id}`.trim()),
    element('span', 'muted', ` in ${one.index}${what ? `, ${say.clock(Date.now())}` : ''}`));
  list.prepend(item);
  while (list.children.length > LATEST) list.lastChild.remove();
}

function svg(name, attributes, text) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  if (text !== undefined) made.textContent = text;
  return made;
}

function positions(geometry) {
  if (geometry.type === 'GeometryCollection') return geometry.geometries.flatMap(positions);
  const found = [];
  const walk = part => (typeof part[0] === 'number' ? found.push(part) : part.forEach(walk));
  walk(geometry.coordinates);
  return found;
}

/** Fits all that there is into the picture; a degree of longitude is as wide as it is there. */
function projection(documents) {
  const all = documents.flatMap(one => one.positions);
  const lons = all.map(([lon]) => lon);
  const lats = all.map(([, lat]) => lat);
  const box = [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
  const shrink = Math.max(0.2, Math.cos(((box[1] + box[3]) / 2) * Math.PI / 180));
  const perLat = Math.min(WIDTH * 0.75 / shrink / Math.max(box[2] - box[0], 0.02), HEIGHT * 0.75 / Math.max(box[3] - box[1], 0.02));
  const middle = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const x = lon => WIDTH / 2 + (lon - middle[0]) * perLat * shrink;
  const y = lat => HEIGHT / 2 - (lat - middle[1]) * perLat;
  const lon = at => (at - WIDTH / 2) / perLat / shrink + middle[0];
  const lat = at => (HEIGHT / 2 - at) / perLat + middle[1];
  return {x, y, west: lon(0), east: lon(WIDTH), north: lat(0), south: lat(HEIGHT)};
}

function draw(documents, isNew) {
  const box = document.getElementById('map');
  if (!documents.length) {
    box.replaceChildren(element('p', 'muted', 'No document with a place yet.'));
    return;
  }
  WIDTH = Math.max(260, box.clientWidth);
  HEIGHT = Math.round(Math.min(440, Math.max(260, WIDTH * 0.6)));
  documents.forEach(one => { one.positions = positions(one.geometry); });
  const to = projection(documents);
  const picture = svg('svg', {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': `A map of ${say.count(documents.length, 'document')}: ${documents.slice(0, 20).map(one => one.label ?? one.id).join(', ')}`});
  grid(picture, to);
  const names = [];
  for (const one of documents) {
    const add = isNew(`${one.index}/${one.id}`) ? ' new' : '';
    shapes(one.geometry, to).forEach(({name, attributes, kind}) => {
      const made = svg(name, {...attributes, class: kind + add});
      made.append(svg('title', {}, `${one.label ?? one.id} (${one.index})`));
      picture.append(made);
    });
    const xs = one.positions.map(([lon]) => to.x(lon));
    const ys = one.positions.map(([, lat]) => to.y(lat));
    names.push({left: Math.min(...xs), right: Math.max(...xs), y: (Math.min(...ys) + Math.max(...ys)) / 2, text: one.label ?? one.id});
  }
  label(picture, names);
  box.replaceChildren(picture);
}

/** Only where there is room for a name. */
function label(picture, names) {
  const taken = [];
  names.forEach(({left: west, right: east, y, text}) => {
    const short = text.length > 28 ? `${text.slice(0, 27)}…` : text;
    const width = short.length * 7.5;
    // In what is wide enough, else beside it.
    const left = east - west > width ? (west + east - width) / 2 : east + 10 + width < WIDTH ? east + 10 : Math.max(4, west - 10 - width);
    if (taken.some(one => Math.abs(one.y - y) < 16 && left < one.right && left + width > one.left)) return;
    taken.push({y, left, right: left + width});
    picture.append(svg('text', {x: left, y: y + 4, class: 'name'}, short));
  });
}

function grid(picture, to) {
  const step = STEPS.find(one => (to.east - to.west) / one <= WIDTH / 90) ?? 30;
  const digits = step < 0.1 ? 2 : step < 1 ? 1 : 0;
  for (let lon = Math.ceil(to.west / step) * step; lon < to.east; lon += step) {
    picture.append(svg('line', {x1: to.x(lon), x2: to.x(lon), y1: 0, y2: HEIGHT, class: 'grid'}),
      svg('text', {x: to.x(lon) + 3, y: HEIGHT - 6, class: 'label'}, `${Math.abs(lon).toFixed(digits)}° ${lon < 0 ? 'W' : 'E'}`));
  }
  for (let lat = Math.ceil(to.south / step) * step; lat < to.north; lat += step) {
    picture.append(svg('line', {y1: to.y(lat), y2: to.y(lat), x1: 0, x2: WIDTH, class: 'grid'}),
      svg('text', {x: 4, y: to.y(lat) - 4, class: 'label'}, `${Math.abs(lat).toFixed(digits)}° ${lat < 0 ? 'S' : 'N'}`));
  }
}

function shapes(geometry, to) {
  const at = ([lon, lat]) => `${to.x(lon).toFixed(1)} ${to.y(lat).toFixed(1)}`;
  const line = ring => `M${ring.map(at).join('L')}`;
  const point = ([lon, lat]) => ({name: 'circle', kind: 'point', attributes: {cx: to.x(lon).toFixed(1), cy: to.y(lat).toFixed(1), r: 7}});
  const area = rings => ({name: 'path', kind: 'shape', attributes: {d: `${rings.map(line).join('Z')}Z`, 'fill-rule': 'evenodd'}});
  const path = ring => ({name: 'path', kind: 'shape line', attributes: {d: line(ring)}});
  switch (geometry.type) {
    case 'Point': return [point(geometry.coordinates)];
    case 'MultiPoint': return geometry.coordinates.map(point);
    case 'LineString': return [path(geometry.coordinates)];
    case 'MultiLineString': return geometry.coordinates.map(path);
    case 'Polygon': return [area(geometry.coordinates)];
    case 'MultiPolygon': return geometry.coordinates.map(area);
    case 'GeometryCollection': return geometry.geometries.flatMap(one => shapes(one, to));
    default: return [];
  }
}
