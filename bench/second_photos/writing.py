"""Filled sheets: what a game left, written on a blank page by one hand with one pen, at times two."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar

from PIL import Image, ImageChops

from bench.second_photos.hands import Box, Hand, any_hand
from bench.second_photos.kit import Blank, paper
from bench.second_photos.pens import Layer, any_pen

S = TypeVar("S")
NAMES = ("Anna", "Ben", "Lea", "Lili", "Emil", "NINA", "LEO", "Mila", "Noa", "ALAIN", "MAMAN", "Elena", "IAN")


@dataclass
class Writer(ABC, Generic[S]):
    """Somebody who writes down what a game left: `layers` are the pens, the first for most of it."""

    random: Random
    hand: Hand
    layers: list[Layer]
    places: Mapping[str, Box]

    @abstractmethod
    def fill_in(self, left: S) -> None:
        """All that counts."""

    @abstractmethod
    def sums(self, left: S) -> None:
        """What those write who count on paper."""

    @abstractmethod
    def sign(self) -> None:
        """Who played, and perhaps when."""

    def write_name(self, place: str, size: float = 1.0, about: tuple[float, float] = (0.15, 0.4)) -> None:
        """In a field, of about its height, with its middle between these parts of its width."""
        left, top, right, bottom = self.places[place]
        name, high = self.random.choice(NAMES), size * (bottom - top) * self.random.uniform(0.7, 1.1)
        middle = left + (right - left) * self.random.uniform(*about), (top + bottom) / 2 + 0.1 * high
        self.layers[0].draw(self.hand.written(name, middle, high))

    def write_day(self) -> None:
        """Not everybody does."""
        if self.random.random() < 0.4:
            left, top, right, bottom = self.places["day"]
            high, middle = bottom - top, ((left + right) / 2, (top + bottom) / 2)
            day = self.random.choice("./").join(str(self.random.randint(1, most)) for most in (28, 12))
            self.layers[0].draw(self.hand.written(day, middle, 0.8 * high, right - left))

    def press(self) -> float:
        return max(0.7, min(1.25, self.random.gauss(1, 0.08)))


@dataclass(frozen=True)
class Form(Generic[S]):
    """A printed form: `left` draws what games leave for it, `writer` writes one of these down, `counts` says of a place
    whether a reader has to see it, `truth` what it has to read, `options` what is printed for it; `asked` is what a
    reader is asked for where there is none to be read."""

    document: str
    left: Callable[[Random], Sequence[S]]
    writer: Callable[[Random, Hand, list[Layer], Mapping[str, Box]], Writer[S]]
    counts: Callable[[str], bool]
    truth: Callable[[Random, S], Mapping[str, Any]]
    options: Callable[[S], Mapping[str, int]] = lambda _left: {}
    asked: Mapping[str, Any] = field(default_factory=dict)

    def counting(self, places: Mapping[str, Box]) -> list[Box]:
        """The places that a reader has to see."""
        return [box for name, box in places.items() if self.counts(name)]


def filled(random: Random, blank: Blank, form: Form[S], left: S) -> Blank:
    """The page with the first sheet on it filled in, on paper."""
    stuff, tooth = paper(random, blank.page.size)
    hand = any_hand(random)
    pens = [any_pen(random) for _ in range(2 if random.random() < 0.15 else 1)]
    layers = [Layer(pen, blank.page.size, blank.scale, random) for pen in pens]
    writer = form.writer(random, hand, layers, blank.places)
    writer.fill_in(left)
    if random.random() < 0.55:
        writer.sums(left)
    if random.random() < 0.7:
        writer.sign()
    _smudged(random, layers[0], form.counting(blank.places))
    page = ImageChops.multiply(blank.page.convert("RGB"), stuff)
    for layer in layers:
        page = layer.on(page, tooth)
    return _as_cut(blank, page)


def empty(random: Random, blank: Blank) -> Blank:
    """The page on paper, with nothing written on it."""
    return _as_cut(blank, ImageChops.multiply(blank.page.convert("RGB"), paper(random, blank.page.size)[0]))


def scrawled(random: Random, blank: Blank) -> Blank:
    """A note with some numbers in rows, as people count other things."""
    page, tooth = paper(random, blank.page.size)
    hand, layer = any_hand(random), Layer(any_pen(random), blank.page.size, blank.scale, random)
    wide, high = blank.size
    for row in range(random.randint(2, 9)):
        for place in range(random.randint(1, 4)):
            middle = wide * (0.2 + 0.2 * place), high * (0.1 + 0.09 * row)
            layer.draw(hand.written(str(random.randint(1, 60)), middle, random.uniform(5, 9)))
    return Blank(layer.on(ImageChops.multiply(blank.page, page), tooth), blank.scale, {})


def _as_cut(blank: Blank, page: Image.Image) -> Blank:
    """What was cut off stays clear."""
    if blank.page.mode == "RGBA":
        page.putalpha(blank.page.getchannel("A"))
    return Blank(page, blank.scale, blank.places, blank.up)


def _smudged(random: Random, layer: Layer, boxes: Sequence[Box]) -> None:
    """Seldom a hand goes over what is wet or soft."""
    if random.random() < 0.12:
        for box in random.sample(boxes, 3):
            layer.smudge(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), box[2] - box[0])
