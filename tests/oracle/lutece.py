"""A second referee of Lutèce, slow and plain, written from the rules alone: purses, rows of cards, tiles."""

from itertools import combinations
from typing import Any

from tests.oracle.plain_log import Second

RESOURCES = ("cervoise", "potion", "sword", "bread")
LOCATIONS = ("field", "forest", "mine", "tavern", "mill", "laboratory", "forge", "bakery", "herbalist", "armoury",
             "market", "statue")  # fmt: skip
ROMAN = ("mill", "laboratory", "forge", "bakery", "herbalist", "armoury")
BEARS = {"field": "bread", "forest": "potion", "mine": "sword"}
PAYS = {"field": (0, "bread"), "forest": (0, "potion"), "mine": (0, "sword"), "tavern": (5, "cervoise")}
SYMBOLS = {"mill": "bread", "laboratory": "potion", "forge": "sword"}
FAMILY = ("bakery", "herbalist", "armoury")
RECKON = (*SYMBOLS, *FAMILY, "market", "statue", "legionnaire")
INCOMES = ("income-1", "income-2")
NO_TALENT = float("-inf")
BOX = {"character": 40, "location": 34}

Card = dict[str, Any]


class NotAllowed(Exception):
    pass


def need(allowed: bool) -> None:
    if not allowed:
        raise NotAllowed


def deck_of(card: Card) -> str | None:
    if card.get("deck"):
        return str(card["deck"])
    if card["kind"] == "other":
        return None
    return "location" if card["kind"] in LOCATIONS else "character"


def bears(card: Card) -> dict[str, int]:
    if card["kind"] == "apprentice":
        return {}
    usual = {BEARS[card["kind"]]: 1} if card["kind"] in BEARS else {}
    return {name: many for name, many in card.get("resources", usual).items() if many}


def carries(card: Card) -> bool:
    """An apprentice may lie under it."""
    return deck_of(card) != "location" and card["kind"] not in ("legionnaire", "apprentice")


def at(talents: list[float], place: int) -> float:
    """A talent of a list; after its end there is none, which is below all."""
    return talents[place] if place < len(talents) else NO_TALENT


class Plain(Second):
    """`says` answers whether an event is legal, and then it has happened."""

    secret = ("options", "bribe")

    def __init__(self, log: dict[str, Any]) -> None:
        self.seats = range(len(log["players"]))
        each = max(3, len(self.seats))
        self.tiles = [*"ABCDE"[:each], *"12345"[:each]]
        self.gold = [5 for _seat in self.seats]
        self.cards: list[list[Card]] = [[] for _seat in self.seats]
        self.on_tile: dict[str, Card | None] = dict.fromkeys(self.tiles)
        self.coins = dict.fromkeys(self.tiles, 0)
        self.gone: list[Card] = []
        self.laid: dict[int, dict[str, int]] = {}
        self.swords: dict[int, int] = {}
        self.went_by_itself: set[str] = set()
        self.revealed = self.over = False
        self.counts: dict[int, dict[str, Any]] = {}

    def says(self, event: dict[str, Any]) -> bool:
        happens = getattr(self, event["type"])
        try:
            need(not self.over and (not self.counts or event["type"] == "count"))
            need(event["type"] in ("attach", "count") or not self.unattached())
            happens(**{"bidder" if key == "for" else key: value for key, value in event.items() if key != "type"})
        except NotAllowed:
            return False
        return True

    def unattached(self) -> list[Card]:
        return [card for own in self.cards if any(map(carries, own)) for card in own
                if card["kind"] == "apprentice" and not card.get("attached_to")]  # fmt: skip

    def offers_open(self) -> bool:
        return not self.revealed and None in self.on_tile.values()

    def bribes_open(self) -> bool:
        return not self.revealed and not self.offers_open() and len(self.laid) == len(self.seats)

    def offer(self, tile: str, card: Card) -> None:
        need(self.offers_open() and tile in self.tiles and self.on_tile[tile] is None)
        deck = "character" if tile in "ABCDE" else "location"
        usual = deck_of({"kind": card["kind"]})
        need(card.get("deck") in (None, deck) and usual in (None, deck))
        need(card.get("min_players", 2) <= len(self.seats))
        need("attached_to" not in card and "resource" not in card)
        known = [*self.gone, *filter(None, self.on_tile.values()), *(own for cards in self.cards for own in cards)]
        need(all(other["id"] != card["id"] for other in known))
        need(sum(deck_of(other) == deck for other in known) < BOX[deck])
        self.on_tile[tile] = {"deck": deck, **card} if card["kind"] == "other" else dict(card)

    def end(self) -> None:
        need(self.offers_open())
        self.over = True

    def options(self, seat: int, actions: list[str]) -> None:
        need(not self.revealed and not self.offers_open() and seat not in self.laid)
        need(len(actions) == 2 == len(set(actions)) and all(one in (*self.tiles, *INCOMES) for one in actions))
        self.laid[seat] = dict.fromkeys(actions, 0)

    def bribe(self, seat: int, tile: str, amount: int) -> None:
        need(self.bribes_open() and tile not in INCOMES and tile in self.laid[seat])
        more = amount - self.laid[seat][tile]
        need(0 < more <= self.gold[seat])
        self.gold[seat] -= more
        self.laid[seat][tile] = amount

    def reveal(self) -> None:
        need(self.bribes_open())
        self.revealed = True
        for seat in self.seats:
            for income in INCOMES:
                if income in self.laid[seat]:
                    del self.laid[seat][income]
                    self.gold[seat] += 3

    def due(self) -> str | None:
        wanted = [tile for tile in self.tiles if any(tile in own for own in self.laid.values())]
        return wanted[0] if self.revealed and wanted else None

    def bidders(self, tile: str) -> list[int]:
        return [seat for seat in self.seats if tile in self.laid.get(seat, {})]

    def legionnaire(self, seat: int, tile: str, bidder: int) -> None:
        need(self.revealed and tile in self.tiles and tile == self.due() and len(self.bidders(tile)) > 1)
        need(bidder in self.bidders(tile))
        own = [card for card in self.cards[seat] if card["kind"] == "legionnaire"]
        need(bool(own))
        self.cards[seat].remove(own[0])
        self.gone.append(own[0])
        self.swords[bidder] = self.swords.get(bidder, 0) + 2

    def settle(self, tile: str) -> None:
        need(self.revealed and tile == self.due())
        card, bids = self.on_tile[tile], {seat: self.laid[seat].pop(tile) for seat in self.bidders(tile)}
        assert card is not None
        strength = {seat: bribe + self.swords.get(seat, 0) for seat, bribe in bids.items()}
        self.swords = {}
        best = [seat for seat in bids if strength[seat] == max(strength.values())]
        winner = best[0] if len(best) == 1 else None
        for seat in bids:
            if seat != winner:
                self.gold[seat] += bids[seat] + 1
        if winner is not None and self.gold[winner] >= card.get("cost", 0):
            self.gold[winner] += self.coins[tile] - card.get("cost", 0)
            self.buy(winner, card)
        else:
            self.gone.append(card)
        self.on_tile[tile], self.coins[tile] = None, 0

    def buy(self, seat: int, card: Card) -> None:
        first = carries(card) and not any(map(carries, self.cards[seat])) and len(bears(card)) < 2
        self.cards[seat].append(card)
        if card["kind"] in PAYS:
            gold, resource = PAYS[card["kind"]]
            self.gold[seat] += gold + self.symbols(self.cards[seat], resource)
        for other in self.cards[seat] if first else ():
            if other["kind"] == "apprentice":
                other["attached_to"] = card["id"]
                self.went_by_itself.add(other["id"])

    def attach(self, seat: int, apprentice: str, to: str, resource: str | None = None) -> None:
        own = {card["id"]: card for card in self.cards[seat]}
        need(apprentice in own and own[apprentice]["kind"] == "apprentice" and to in own and carries(own[to]))
        below = own[apprentice]
        if "attached_to" in below:
            need(not self.unattached() and apprentice in self.went_by_itself and below["attached_to"] == to)
        need(resource in bears(own[to]) if resource else len(bears(own[to])) < 2)
        self.went_by_itself.discard(apprentice)
        below["attached_to"] = to
        if resource and len(bears(own[to])) > 1:
            below["resource"] = resource

    def close(self) -> None:
        need(self.revealed and self.due() is None)
        for tile in self.tiles:
            self.coins[tile] += self.on_tile[tile] is not None
        self.revealed, self.laid, self.went_by_itself = False, {}, set()

    def forced(self) -> dict[str, Any] | None:
        """What nobody has a choice about: an apprentice with one place, a tile on which nobody can raise."""
        if not self.revealed or self.over or self.counts:
            return None
        if self.unattached():
            seat, places = next((seat, list(filter(carries, own))) for seat, own in enumerate(self.cards)
                                if self.unattached()[0] in own)  # fmt: skip
            alone = len(places) == 1 and len(bears(places[0])) < 2
            attach = {"type": "attach", "seat": seat, "apprentice": self.unattached()[0]["id"], "to": places[0]["id"]}
            return attach if alone else None
        tile = self.due()
        swords = any(card["kind"] == "legionnaire" for own in self.cards for card in own)
        return None if tile is None or (swords and len(self.bidders(tile)) > 1) else {"type": "settle", "tile": tile}

    def repeats(self, event: dict[str, Any]) -> bool:
        """An apprentice is laid where it went by itself."""
        return event["type"] == "attach" and event["apprentice"] in self.went_by_itself

    def short(self, event: dict[str, Any]) -> dict[str, Any]:
        """The resource of a bearer that has only this one is not named."""
        if event["type"] != "attach":
            return event
        only = any(card["id"] == event["to"] and list(bears(card)) == [event.get("resource")]
                   for card in self.cards[event["seat"]])  # fmt: skip
        return {key: value for key, value in event.items() if key != "resource" or not only}

    def count(self, seat: int, holding: dict[str, Any]) -> None:
        counts = {**self.counts, seat: holding}
        cards = [card for hand in counts.values() for card in hand["cards"]]
        need(len({card["id"] for card in cards}) == len(cards))
        need(all(sum(deck_of(card) == deck for card in cards) <= most for deck, most in BOX.items()))
        for hand in counts.values():
            for card in hand["cards"]:
                self.can_be_counted(card, hand["cards"])
        self.counts = counts
        self.over = len(self.counts) == len(self.seats)

    def can_be_counted(self, card: Card, cards: list[Card]) -> None:
        usual = deck_of({"kind": card["kind"]})
        need(usual is None or deck_of(card) == usual)
        need(card.get("min_players", 2) <= len(self.seats))
        if "attached_to" in card:
            under = [own for own in cards if own["id"] == card["attached_to"] and carries(own)]
            need(card["kind"] == "apprentice" and bool(under))
            need(card["resource"] in bears(under[0]) if "resource" in card else len(bears(under[0])) < 2)

    # What it is worth

    def copied(self, cards: list[Card], card: Card) -> str | None:
        under = next((own for own in cards if own["id"] == card.get("attached_to")), None)
        if card["kind"] != "apprentice" or under is None:
            return None
        return card.get("resource") or (next(iter(bears(under))) if len(bears(under)) == 1 else None)

    def symbols(self, cards: list[Card], resource: str) -> int:
        return sum(bears(card).get(resource, 0) + (self.copied(cards, card) == resource) for card in cards)

    def talents(self, cards: list[Card], resource: str) -> list[float]:
        """Highest first. What gives a resource has a talent: one that nobody entered is below all others. An apprentice
        may have none."""
        giving = [card for card in cards if resource in bears(card) or self.copied(cards, card) == resource]
        here = [card for card in giving if card["kind"] != "apprentice" or card.get("talent") is not None]
        return sorted((NO_TALENT if card.get("talent") is None else card["talent"] for card in here), reverse=True)

    def totals(self) -> list[int]:
        hands = [self.counts.get(seat, {"gold": self.gold[seat] + sum(self.laid.get(seat, {}).values()),
                                        "cards": self.cards[seat]}) for seat in self.seats]  # fmt: skip
        points = [hand["gold"] // 3 + self.of_cards(hand["cards"]) for hand in hands]
        for resource in RESOURCES:
            for seat, more in self.majority([hand["cards"] for hand in hands], resource).items():
                points[seat] += more
        return points

    def majority(self, hands: list[list[Card]], resource: str) -> dict[int, int]:
        many = {seat: self.symbols(cards, resource) for seat, cards in enumerate(hands)}
        if not any(many.values()):
            return {}
        talents = {seat: self.talents(cards, resource) for seat, cards in enumerate(hands)}
        first = [seat for seat in many if many[seat] == max(many.values())]
        for place in range(max(map(len, talents.values()))):
            best = max(at(talents[seat], place) for seat in first)
            first = [seat for seat in first if at(talents[seat], place) == best]
        rest = [seat for seat in many if seat not in first]
        last = [seat for seat in rest if many[seat] == min(many[other] for other in rest)]
        for place in range(max(map(len, talents.values()))):
            lowest = min((at(talents[seat][::-1], place) for seat in last), default=NO_TALENT)
            last = [seat for seat in last if at(talents[seat][::-1], place) == lowest]
        return {seat: 10 if seat in first else 0 if seat in last else 4 for seat in many}

    def of_cards(self, cards: list[Card]) -> int:
        roman = sum(deck_of(card) == "location" and card.get("roman", card["kind"] in ROMAN) for card in cards)
        points = self.markets(cards)
        for card in cards:
            kind = card["kind"]
            if kind in SYMBOLS:
                points += self.symbols(cards, SYMBOLS[kind])
            elif kind in FAMILY:
                colour = card.get("colour")
                points += 2 + (sum(self.colour(other) == colour for other in cards) if colour else 1)
            elif kind == "statue":
                points += 3 + roman
            elif kind == "legionnaire":
                points += card.get("points") or 2
            if kind not in RECKON:
                points += card.get("points") or 0
        return points

    def colour(self, card: Card) -> str | None:
        return card.get("colour", "red" if card["kind"] == "legionnaire" else None)

    def markets(self, cards: list[Card]) -> int:
        """The most markets that can be paid, by trying every choice of them."""
        demands = [card.get("demand", {}) for card in cards if card["kind"] == "market"]
        wanted = [demand for demand in demands if any(demand.values())]
        have = {resource: self.symbols(cards, resource) for resource in RESOURCES}
        for size in range(len(wanted), 0, -1):
            for chosen in combinations(wanted, size):
                if all(sum(demand.get(of, 0) for demand in chosen) <= have[of] for of in RESOURCES):
                    return 6 * size
        return 0
