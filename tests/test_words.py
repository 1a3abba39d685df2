"""The words that Cairn does not say, and what it says instead: docs/words.md tells why."""

import re
from collections.abc import Iterator

import pytest

from tests.catalogues import catalogue_of

ENGLISH_WORDS = {
    r"artifacts?": "artefact",
    r"(taken? back|take (it|that|this move) back)(?! (in the same turn|\{coins\}|their action))": "undo",
    r"(bring|brought|brings)( it| one)? in\b": "import",
    r"put (it |tables )?in(?! before)": "add",
    r"take (it |them )?out": "remove",
    r"pads?": "sheet layout, score sheet",
    r"shelf|shelves": "my sheets and cards",
    r"refusals?|refusal symbols?": "dice symbol, or what happens: a move is refused",
    r"(double|round) box(es)?": "×2 box",
    r"on top": "at the top",
    r"lit (column|number)": "highlighted",
    r"in the purse": "gold left",
    r"Roman places?": "Roman location",
    r"demands?": "what a market asks for",
    r"from \w+ cards on": "with eight cards or more",
    r"long variant": "long game",
    r"(lies|lie|lying) (before|in|on|under)": "is in front of, is in, is under",
    r"is no (card|market|apprentice|player|file|way|0)": "is not a",
    r"(an|the) own": "your own, their own",
    r"(to|by|of) who(?! )": "whoever, the person who",
    r"ask who|recorded by who|held by who": "the person who",
    r"one (chooses|throws|plays|writes)": "you",
    r"anew": "again",
    r"reckoned": "scores",
    r"told": "entered, said",
    r"of itself|of themselves": "automatically",
    r"toward": "towards",
    r"take (it|all|the)[^.:]* whole|take the whole": "photograph the whole sheet",
    r"(majority|minority|symbols?) of \{resource\}": "the {resource} majority",
    r"^practice(:.*)?$": "practise: a button is a verb",
    r"(first|then) (throws|begins|starts) who\w*": "whoever … throws first",
    r"sits? (down|as)|sit at|sat at": "join, has a seat, plays",
    r"the figures|figures of": "statistics",
    r"being laid out": "preparing",
    r"at a glance": "rules summary",
    r"^(forget it|keep the change|take it along|leave it)$": "an idiom can be taken two ways: say what happens",
    r"(wagers?|box|bridge) of \{colou?r\}": "the {colour} wager",
    r"^to (the|my) (\w+ ?){1,4}$": "see the result, the games, the group",
    r"save as|has saved|save it first": "export",
    r"^correct( .*)?$|, correct it$": "change: on a button “Correct” reads as “right”",
    r"wrong\?$": "change",
}
FRENCH_WORDS = {
    r"finies?": "terminée",
    r"en bourse": "or disponible",
    r"\{(gold|more|coins|amount)\} d’or": "pièces d’or",
    r"\d ors?|[Cc]inq ors": "pièces d’or",
    r"case double|cases doubles|case ronde": "case compte double",
    r"symboles? de (dé|refus)": "symbole Dés",
    r"artefacts? du (sommet|haut)": "artefact au sommet",
    r"franchi(t|s|r|ssent)?|franchis": "traverser",
    r"dés? de nombres?": "dé chiffre",
    r"cartes? action": "carte Action",
    r"cartes? numérotées?": "carte Expédition",
    r"disputée?s?|disputes?": "contestée",
    r"[Rr]égler": "résoudre",
    r"[Hh]ausse": "valorisation",
    r"éclairée?s?": "en surbrillance",
    r"dans les mains": "en main",
    r"variante longue": "version longue",
    r"blocs?": "fiche, modèle de fiche",
    r"feuilles?": "fiche",
    r"étagères?": "mes fiches et mes cartes",
    r"souvenir": "récapitulatif",
    r"[Ee]ntraînement": "partie d’essai",
    r"[Rr]eprendre (ce|ces|aussi) (coup|\w+ coup)s?|coups? repris": "annuler",
    r"s’asseoir|asseyez-vous|assise?s?": "rejoindre, avoir une place",
    r"de couleur \{colour\}": "en {colour}",
    r"(^|[.:] )(Qui|Quiconque) [^.?:]*\.": "toute personne qui",
    r"(que|jusque|du joueur) (%\(\w+\)s|\{name\}|\{bidder\})": "une tournure sans élision",
    r"en un coup d’œil": "aide de jeu",
    r"imprimerie": "Cairn prépare",
    r"^(Vers les?|Vers la|Au résultat|Retour) .*|^(Retour|Au résultat)$": "un verbe : voir, revenir",
    r"[Ee]nregistrer en|fichier enregistré": "exporter",
    r"[Rr]ien n’(a|est) encore (été )?enregistré|[Pp]as enregistrée?": "noté",
    r"[Oo]ù la partie s’est jouée": "les moments décisifs",
    r"[Ll]a couleur \{colour\}": "une tournure sans accord",
    r"^Corriger( .*)?$": "modifier",
    r"(pour|devant|avec|même) le \{cards\}": "l’article est dans {cards}",
}

GERMAN_WORDS = {
    r"(Mit)?[Ss]pieler(in|innen|n|s)?": "Person, wer, alle",
    r"Sie (bitte|haben|können|müssen)|Ihr(e|en|em|er|es)": "du, ihr",
    r"rückgängig": "zurücknehmen",
    r"[Dd]urchg(a|ä)ng(e|en|s)?": "Runde",
    r"Zettel|Block|B(o|ö)gen": "Blatt, Wertungsblatt",
    r"Deck|Talon|Abwurfstapel": "Nachziehstapel, Ablagestapel",
    r"[Aa](us|b)legen|[Aa](us|b)gelegt": "anlegen, abwerfen",
    r"Zahlenkarten?": "Expeditionskarte",
    r"Wetten?|Einsätze?": "Wettkarte",
    r"in der Hand": "auf der Hand",
    r"Ziffer \{|Ziffern in": "Zahl",
    r"Doppelfeld(er)?|×2-K(a|ä)sten": "×2-Feld",
    r"Kacheln?": "Plättchen",
    r"Rohstoffe?": "Ressource",
    r"Schmiergeld(er)?": "Bestechung",
    r"umstritten(e|es|en)?": "umkämpft",
    r"Goldstücke?|Münzen?": "Gold",
    r"[Uu]nentschieden": "Gleichstand",
    r"[Ss]peicher(n|t)|gespeichert": "notieren, exportieren, sichern",
    r"[Bb]eitreten|beigetreten": "mitspielen",
    r"Kurzanleitung|Regelübersicht": "Spielhilfe",
    r"Zusammenfassung": "Spielbericht",
    r"Anas|Bens|\{name\}s": "Blatt von Ana: ein Name hat keine Endung",
    r"(roten?|gelbe[rn]?|grüne[rn]?|blaue[rn]?|weiße[rn]?) \{": "in Rot",
    r"[^ ]+[*:_](in|innen|r)": "Person, wer, alle",
}
WORDS = {"en": ENGLISH_WORDS, "fr": FRENCH_WORDS, "de": GERMAN_WORDS}


def catalogue(language: str) -> list[str]:
    """Every text that a reader of this language may meet."""
    entries = [entry for entry in catalogue_of("fr" if language == "en" else language) if entry.id]
    said = [entry.id if language == "en" else entry.string for entry in entries]
    return [form for forms in said for form in (forms if isinstance(forms, tuple) else (forms,))]


def found(words: dict[str, str], texts: list[str]) -> Iterator[str]:
    for word, instead in words.items():
        spelt = re.compile(rf"(?<![\w{{-])(?:{word})(?![\w}}])", re.I if words is ENGLISH_WORDS else 0)
        yield from (f"{text} → {instead}" for text in texts if spelt.search(text))


@pytest.mark.parametrize(("language", "words"), WORDS.items())
def test_no_text_says_a_word_that_we_do_not_say(language, words):
    texts = catalogue(language)
    assert len(texts) > 1_000
    assert not list(found(words, texts)), "\n".join(found(words, texts))


def test_english_apostrophes_and_quotation_marks_are_curly():
    assert [text for text in catalogue("en") if re.search(r"\w'|\"", text)] == []


def test_french_signs_have_their_narrow_no_break_spaces():
    said = [text.replace("!c}", "}") for text in catalogue("fr")]
    assert [text for text in said if re.search(r"[ \u00a0\w})][;:!?»](?!\w|//)|«(?!\u202f)|\w'", text)] == []


def test_in_french_a_number_or_a_letter_stays_on_the_line_of_its_word():
    parted = re.compile(r"\b(tuile|case|manche|tour) (\{|%\()(tile|box|round|turn|number)\b|y\} ×")
    assert [text for text in catalogue("fr") if parted.search(text)] == []


def test_german_signs_have_their_spaces_and_forms():
    said = [text.replace("!c}", "}") for text in catalogue("de")]
    assert [text for text in said if re.search(r" [;:!?](?!\))|\w'|\"|[«»”]|„[^“]*$|^[^„]*“|\bz\. ?B\.", text)] == []


def test_in_german_a_number_stays_on_the_line_of_its_word_or_unit():
    before = r"\b(Plättchen|Feld|Runde|Zug|Aktion|Seite) (\{|%\()(tile|box|round|turn|number|page)\b"
    parted = re.compile(rf"{before}|[\d}}] (MB|mm|min|Gold|Punkte)\b(?<!\}} Gold)(?<!\}} Punkte)|\}} ×")
    assert [text for text in catalogue("de") if parted.search(text)] == []
