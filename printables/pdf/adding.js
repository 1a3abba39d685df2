// What the fields of a sheet call for their values, where a reader of PDF runs scripts. The numbers of a game come with
// each call. A field that has nothing to add keeps what was typed into it.
var added = {};

// Numbers; undefined where nothing stands, NaN where it is not a number. A tick that is set is 1.
function known(doc, names) {
  var copy = event.target.name.replace(/[^.]*$/, "");
  return names.map(function (name) {
    var typed = String(doc.getField(copy + name).value).replace(",", ".").replace(/[\u2212\u2013]/, "-");
    return typed === "" || typed === "Off" ? undefined : typed === "on" ? 1 : Number(typed);
  });
}

function show(value) {
  var name = event.target.name;
  if (value === undefined && !added[name]) return;
  event.value = value === undefined ? "" : value;
  added[name] = value !== undefined;
}

function sum(values, more) {
  var there = values.filter(isFinite);
  return there.length ? there.reduce(function (all, one) { return all + one; }, more || 0) : undefined;
}

// The sum, and `more`.
function add(doc, names, more) { show(sum(known(doc, names), more)); }

// The first, as many times as the second says (once when it is empty), and the third.
function multiply(doc, names) {
  var found = known(doc, names), times = isFinite(found[1]) ? found[1] : 1;
  show(isFinite(found[0]) ? sum([found[0] * times, found[2]]) : undefined);
}

// `points` for every full `each`.
function every(doc, names, each, points) {
  var found = sum(known(doc, names));
  show(found === undefined ? undefined : Math.floor(found / each) * points);
}

// What a column is worth by how many of its boxes are filled; after the boxes may come the tick that asks for the
// second of the scales.
function climb(doc, names, scale, doubled) {
  var found = known(doc, names), ticked = doubled && found.pop() !== undefined;
  var filled = found.filter(function (value) { return value !== undefined; }).length;
  show(filled || ticked ? (ticked ? doubled : scale)[filled] : undefined);
}

// What lies in several expeditions, whose cards are ticked one by one: `worth` are the numbers of one expedition's
// cards, 0 for each wager. An expedition without a card is worth nothing.
function expeditions(doc, names, worth, cost, bonus, from) {
  var found = known(doc, names), points = [];
  for (var first = 0; first < names.length; first += worth.length) {
    var laid = worth.filter(function (_number, card) { return found[first + card] !== undefined; });
    var times = 1 + laid.filter(function (number) { return number === 0; }).length;
    if (laid.length) points.push((sum(laid) - cost) * times + (laid.length >= from ? bonus : 0));
  }
  show(sum(points));
}
