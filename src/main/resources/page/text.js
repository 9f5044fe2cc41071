// How numbers, times and names are said. Pure: no page, no clock.

/** One unit, rounded down: as the command line says it. */
export function span(millis) {
  if (millis === undefined || millis === null || Number.isNaN(millis)) return '?';
  const seconds = Math.floor(Math.max(0, millis) / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} d`;
  if (minutes >= 120) return `${hours} h`;
  return seconds >= 120 ? `${minutes} min` : `${seconds} s`;
}

/** A time that may be far below a second. */
export function fine(millis) {
  if (millis === null || millis === undefined) return '–';
  if (millis < 1000) return `${millis < 10 ? trim(millis, 1) : Math.round(millis)} ms`;
  return millis < 120000 ? `${trim(millis / 1000, 1)} s` : span(millis);
}

export function number(value) {
  return Math.round(value).toLocaleString('en').replaceAll(',', '\u202f');
}

export function rate(value) {
  if (value === null || value === undefined) return '–';
  if (value >= 10000) return `${trim(value / 1000, 1)}k/s`;
  return `${value >= 10 || value === 0 ? Math.round(value) : trim(value, 1)}/s`;
}

export function bytes(value) {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${trim(value, value < 10 && unit > 0 ? 1 : 0)} ${units[unit]}`;
}

export function percent(value) {
  return value === null || value === undefined ? '–' : `${trim(value, value < 10 ? 1 : 0)} %`;
}

export function clock(time, withSeconds = true) {
  const date = new Date(time);
  const two = part => String(part).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}${withSeconds ? `:${two(date.getSeconds())}` : ''}`;
}

/** A shard's id begins with a number that says little to people, and its end tells it apart. */
export function shard(name) {
  const slash = name.indexOf('/');
  const id = name.slice(slash + 1);
  return name.slice(0, slash + 1) + (id.length <= 12 ? id : `…${id.slice(-8)}`);
}

/** A sentence of the worker's, with shards called as in the tables. */
export function sentence(text) {
  const short = text.replace(/shardId-[0-9]+-([0-9a-f]{8})/g, '…$1');
  // A name keeps its first letter.
  return /^[a-z]+[ ,:]/.test(short) ? short.charAt(0).toUpperCase() + short.slice(1) : short;
}

/** `AT_THE_TIP` is said as "at the tip". */
export function words(constant) {
  return constant === 'NOBODYS' ? "nobody's" : constant.toLowerCase().replaceAll('_', ' ');
}

export function count(value, one, several = `${one}s`) {
  return `${number(value)} ${value === 1 ? one : several}`;
}

function trim(value, digits) {
  return String(Number(value.toFixed(digits)));
}
