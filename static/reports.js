// Reports wait in the storage of the browser until they are answered, and are sent one after the other.
import { announce, attempt, byId } from "./common.js";

const page = byId("live");
const place = `waiting ${page?.dataset.url}`;
const target = byId("count")
  ? { target: "#refused", swap: "innerHTML" }
  : { target: page?.dataset.part ?? "#table", swap: "outerMorph" };
export let unkept = null; // what storage does not take
export let sent = null; // the report that is on its way

const kept = () => JSON.parse(localStorage.getItem(place)).filter(({ fields }) => fields.map);
export const read = () => unkept ?? attempt(kept) ?? [];
export const write = (reports) => {
  unkept = null;
  try {
    localStorage.setItem(place, JSON.stringify(reports));
  } catch {
    unkept = reports;
  }
  announce("reports");
};
export const isAsked = ({ asked }) => asked;
export const waiting = () => read().filter((report) => !isAsked(report));

// What is handed over to the pocket is sent by no page, unless the pocket does not come for it within a minute.
export const send = async () => {
  const [report] = read();
  if (!report || sent || report.asked || Date.now() - report.handed < 60_000) return;
  sent = report;
  await htmx.ajax("POST", report.action, { report, ...target });
  sent = null;
  announce("answered");
  if (read()[0]?.id !== report.id) send();
};

// What fields say, as the server reads it (web/table/forms.py): a report by places, and its events. Which part comes
// last, and what goes along with nothing, matters to the server alone.
const READ = { report: JSON.parse, with: JSON.parse, number: Number, text: String };
const merged = (there, part) => {
  if (Object(part) !== part) return part;
  const place = there ?? (Array.isArray(part) ? [] : {});
  for (let [key, inner] of Object.entries(part)) {
    if (Array.isArray(part)) for (key = 0; key in place; ) key++;
    place[key] = merged(place[key], inner);
  }
  return place;
};
export const reportOf = (fields) =>
  fields.reduce((report, [name, value]) => {
    const [kind, ...path] = name.split(".");
    if (!READ[kind] || !value.trim()) return report;
    const part = path.reduceRight((inner, key) => ({ [key]: inner }), READ[kind](value));
    return merged(report, part);
  }, []);
export const eventsOf = ({ fields }) => Object.values(reportOf(fields));
export const waitingEvents = () => waiting().flatMap(eventsOf);
