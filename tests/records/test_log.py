"""The log, the questions and the labels in five languages."""

import random
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from itertools import product
from typing import Any, cast

import pytest

from rondel.engine import KIND_OF, KINDS, Decision, Event, Game, title_of
from rondel.engine.model import events as ev
from rondel.engine.shapes import Entry, UnitTold
from rondel.records.log import JOINED, LANGUAGES, SILENT, Narrator
from rondel.records.words import GAMES, catalogue
from tests.samples import daily

EVERYWHERE = list(product(GAMES, LANGUAGES))
PLAYERS = ["Anna", "Boris", "Ivan", "Xenia"]
NUMBERS = (1, 2, 3, 5, 11, 21, 22, 25)
EVENTS: dict[str, type[Event]] = {KIND_OF[it]: getattr(ev, it.__name__) for it in KIND_OF}
"""Kind -> its class."""


@cache
def narrator(game: str, language: str) -> Narrator:
    return Narrator(game, language)


def assert_well_formed(text: str, end: str = ".") -> None:
    assert not re.search(r"[{}#]|  | [.,:;?]|None", text), text
    assert text == text.strip(), text
    assert text.lstrip("¿")[0].isupper(), text
    assert text[-1] in end, text


# Every event --------------------------------------------------------------------------------


def a_value(game: str, event: type[Event], field: str, turn: int) -> Any:
    """Something for a field of an event, another thing each turn."""
    title = title_of(game)
    nations, regions = title.board.nation_ids, title.board.region_ids
    slots = title.facts["rondel"]["slots"]
    canals = [canal.id for canal in title.board.canals]
    match field:
        case "nation" | "owner" | "enemy" | "to":
            return nations[(turn + len(field)) % len(nations)]
        case "origin" if event is ev.MarkerMoved:
            return slots[(turn + 3) % len(slots)]
        case "region" | "origin" | "target":
            return regions[(turn * len(field)) % len(regions)]
        case "slot":
            return slots[turn % len(slots)]
        case "canal":
            return canals[turn % len(canals)]
        case "player" | "before" | "after" | "government" if event is not ev.TaxMarkerMoved:
            return PLAYERS[(turn + len(field)) % len(PLAYERS)]
        case "unit" | "enemy_unit":
            return ("army", "fleet")[turn % 2]
        case "factory":
            return ("armaments", "shipyard")[turn % 2]
        case "stance" | "enemy_stance":
            return ("hostile", "friendly")[turn % 2]
        case "payer":
            return ("bank", "treasury")[turn % 2]
        case "passes_investor" | "allowed" | "from_treasury":
            return turn % 2 == 0
        case "way":
            return ("sea", "port", "land", "rail", "convoy")[turn % 5]
        case "canals" | "seas":
            return []
        case "scores":
            return dict(zip(PLAYERS, (87, 81, 41, 0), strict=True))
        case "ranking":
            return [PLAYERS[:1], PLAYERS[1:3], PLAYERS[3:]]
        case _:
            return NUMBERS[turn % len(NUMBERS)]


def an_event(game: str, event: type[Event], turn: int) -> Event:
    return event(*[a_value(game, event, field.name, turn) for field in fields(event)])


def test_every_event_has_a_sentence_or_a_reason() -> None:
    for kind in EVENTS:
        assert kind in SILENT or all(kind in catalogue(language) for language in LANGUAGES), kind
    assert set(SILENT) <= set(EVENTS)
    assert all(SILENT.values())


@pytest.mark.parametrize(("game", "language"), EVERYWHERE)
def test_every_event_is_told_of_every_nation_region_and_slot(game: str, language: str) -> None:
    told = narrator(game, language)
    canals = bool(title_of(game).board.canals)
    for kind, turn in product(EVENTS, range(63)):
        if kind.startswith("canal_") and not canals:
            continue
        sentence = told.sentence(an_event(game, EVENTS[kind], turn))
        assert (sentence is None) == (kind in SILENT)
        if sentence is not None:
            assert_well_formed(sentence)


@pytest.mark.parametrize(("game", "language"), EVERYWHERE)
def test_joined_events_are_well_formed(game: str, language: str) -> None:
    told = narrator(game, language)
    step = len(title_of(game).board.nation_ids)
    for kind, turn, count in product(JOINED, range(63), (2, 3)):
        events = [an_event(game, EVENTS[kind], turn + step * i) for i in range(count)]
        [sentence] = told.sentences(events)
        assert_well_formed(sentence)


@pytest.mark.parametrize(
    "event",
    [
        ev.StartingCash("Anna", 0), ev.RondelPaid("Anna", "russia", 0, 0),
        ev.InterestPaid("russia", "Anna", 0, 0, 0, "Boris"),
        ev.InterestCovered("russia", "Anna", 0), ev.InvestorPaid("Anna", 0),
        ev.SoldiersPaid("russia", 0, 3, True),
        ev.BonusPaid("russia", "Anna", 0, "treasury"), ev.PowerGained("russia", 0, 7),
        ev.TaxMarkerMoved("russia", 1, 3),
    ],
    ids=lambda event: event.kind,
)  # fmt: skip
def test_nothing_is_said_of_nothing(event: Event) -> None:
    """Style: events of amount 0 are left out."""
    assert narrator("imperial", "en").sentence(event) is None
    assert narrator("imperial", "en").sentences([event]) == []


def test_player_names_are_told_as_they_are() -> None:
    for name in ("{x}", "it's #1", "анна", "O’Neill  Jr."):
        sentence = narrator("imperial", "ru").sentence(ev.InvestorCardPlaced(name))
        assert sentence == f"{name} получает карту Инвестора."


# Sentences word for word --------------------------------------------------------------------

GOLDEN: list[tuple[str, Event, tuple[str, str, str, str, str]]] = [
    ("imperial2030", ev.TurnStarted("usa", "Anna", 3), (
        "Round 3, the United States’ turn: Anna decides.",
        "Giro 3, turno degli Stati Uniti: decide Anna.",
        "Ronda 3, turno de Estados Unidos: decide Anna.",
        "Раунд 3, ход США: решает Anna.",
        "Runda 3, tura USA: decyduje Anna.")),
    ("imperial2030", ev.MarkerMoved("china", "maneuver_1", "import", 2, True), (
        "China advances 2 steps to Import, passing Investor.",
        "La Cina avanza di 2 passi fino alla casella Importazione,"
        " superando la casella Investitore.",
        "China avanza 2 pasos hasta la casilla Importación,"
        " pasando sobre la casilla Inversionista.",
        "Китай проходит 2 шага мимо деления «Инвестор» и останавливается на делении «Импорт».",
        "Chiny przesuwają się o 2 pola na pole „Import”, mijając pole „Inwestor”.")),
    ("imperial", ev.MarkerMoved("italy", "factory", "production_1", 1, False), (
        "Italy advances 1 step to Production.",
        "L’Italia avanza di 1 passo fino alla casella Produzione.",
        "Italia avanza 1 paso hasta la casilla Producción.",
        "Италия проходит 1 шаг и останавливается на делении «Производство».",
        "Włochy przesuwają się o 1 pole na pole „Produkcja”.")),
    ("imperial2030", ev.SwissBankForced("Anna", "india"), (
        "Anna uses the Swiss Bank: India must stop on Investor.",
        "Anna usa la Banca Svizzera: l’India deve fermarsi sulla casella Investitore.",
        "Anna usa el Banco Suizo: la India debe detenerse en la casilla Inversionista.",
        "Anna применяет Швейцарский Банк и останавливает Индию на делении «Инвестор».",
        "Anna korzysta z Banku Szwajcarskiego: Indie muszą zatrzymać się na polu „Inwestor”.")),
    ("imperial", ev.SwissBankForced("Anna", "german_empire"), (
        "Anna uses the Swiss Bank: the German Empire must stop on Investor.",
        "Anna usa la Banca Svizzera: l’Impero tedesco deve fermarsi sulla casella Investitore.",
        "Anna usa el Banco Suizo: el Imperio Germánico debe detenerse en la casilla Inversionista.",
        "Anna применяет Швейцарский Банк и останавливает Германскую империю"
        " на делении «Инвестор».",
        "Anna korzysta z Banku Szwajcarskiego: Cesarstwo Niemieckie musi zatrzymać się"
        " na polu „Inwestor”.")),
    ("imperial2030", ev.FactoryBuilt("usa", "new_york", "shipyard", 5), (
        "The United States builds a shipyard in New York for 5 million.",
        "Gli Stati Uniti costruiscono un cantiere navale a New York per 5 milioni.",
        "Estados Unidos construye un astillero en Nueva York por 5 millones.",
        "США строят судостроительную фабрику в Нью-Йорке за 5 миллионов.",
        "USA budują stocznię w Nowym Jorku za 5 milionów.")),
    ("imperial2030", ev.UnitMoved("russia", "fleet", "vladivostok", "sea_of_japan", "port", None,
                                  [], []), (
        "A fleet of Russia leaves the harbor in Vladivostok and sails to the Sea of Japan.",
        "Una flotta della Russia lascia il porto di Vladivostok ed entra nel Mar del Giappone.",
        "Una flota de Rusia zarpa del puerto de Vladivostok y entra en el Mar de Japón.",
        "Корабль России выходит из гавани Владивостока в Японское море.",
        "Statek Rosji wypływa z portu we Władywostoku na Morze Japońskie.")),
    ("imperial2030", ev.UnitMoved("brazil", "fleet", "caribbean_sea", "north_pacific", "canal",
                                  None, ["panama"], []), (
        "A fleet of Brazil moves from the Caribbean Sea to the North Pacific"
        " through the Panama Canal.",
        "Una flotta del Brasile si sposta dal Mar dei Caraibi nel Nord Pacifico"
        " attraverso il Canale di Panama.",
        "Una flota de Brasil se mueve del Mar Caribe al Pacífico Norte por el Canal de Panamá.",
        "Корабль Бразилии перемещается из Карибского моря в северную часть Тихого океана"
        " через Панамский канал.",
        "Statek Brazylii przemieszcza się z Morza Karaibskiego na Pacyfik Północny"
        " przez Kanał Panamski.")),
    ("imperial", ev.UnitMoved("russia", "army", "moscow", "kiev", "rail", None, [], []), (
        "An army of Russia moves from Moscow to Kiev by rail.",
        "Un esercito della Russia si sposta da Mosca a Kiev in treno.",
        "Un ejército de Rusia se mueve de Moscú a Kiev en tren.",
        "Армия России перемещается из Москвы в Киев по железной дороге.",
        "Armia Rosji przemieszcza się z Moskwy do Kijowa koleją.")),
    ("imperial2030", ev.UnitMoved("usa", "army", "new_york", "east_africa", "convoy", None,
                                  ["suez"], ["north_atlantic", "mediterranean_sea",
                                             "indian_ocean"]), (
        "An army of the United States lands in East Africa, convoyed from New York by 3 fleets"
        " through the Suez Canal.",
        "Un esercito degli Stati Uniti sbarca in Africa orientale: il convoglio parte da New York,"
        " passa attraverso il Canale di Suez e impegna 3 flotte.",
        "Un ejército de Estados Unidos desembarca en África Oriental: el convoy sale de Nueva York,"
        " pasa por el Canal de Suez y emplea 3 flotas.",
        "Армия США высаживается в Восточной Африке: конвой из Нью-Йорка через Суэцкий канал,"
        " задействовано кораблей: 3.",
        "Czołg USA zostaje wysadzony w Afryce Wschodniej: konwój z Nowego Jorku przez Kanał Sueski,"
        " 3 statki.")),
    ("imperial", ev.UnitMoved("great_britain", "army", "london", "norway", "convoy", None, [],
                              ["north_sea"]), (
        "An army of Great Britain lands in Norway, convoyed from London by 1 fleet.",
        "Un esercito della Gran Bretagna sbarca in Norvegia: il convoglio parte da Londra"
        " e impegna 1 flotta.",
        "Un ejército de Gran Bretaña desembarca en Noruega: el convoy sale de Londres"
        " y emplea 1 flota.",
        "Армия Великобритании высаживается в Норвегии: конвой из Лондона,"
        " задействовано кораблей: 1.",
        "Armia Wielkiej Brytanii zostaje wysadzona w Norwegii: konwój z Londynu, 1 flota.")),
    ("imperial2030", ev.CanalAnswered("usa", "india", "Anna", "suez", False), (
        "India does not let the United States pass through the Suez Canal.",
        "L’India nega agli Stati Uniti il passaggio attraverso il Canale di Suez.",
        "La India niega a Estados Unidos el paso por el Canal de Suez.",
        "Индия запрещает США проход через Суэцкий канал.",
        "Indie nie pozwalają USA na przepłynięcie przez Kanał Sueski.")),
    ("imperial", ev.BattleFought("black_sea", "austria_hungary", "fleet", None, "russia", "fleet",
                                 None), (
        "Battle in the Black Sea: Austria-Hungary loses a fleet, Russia loses a fleet.",
        "Battaglia nel Mar Nero: l’Austria-Ungheria perde una flotta, la Russia perde una flotta.",
        "Batalla en el Mar Negro: Austria-Hungría pierde una flota, Rusia pierde una flota.",
        "Битва в Черном море: Австро-Венгрия теряет корабль, Россия теряет корабль.",
        "Bitwa na Morzu Czarnym: Austro-Węgry tracą flotę, Rosja traci flotę.")),
    ("imperial2030", ev.BattleDeclined("usa", "alaska"), (
        "The United States demands no battle in Alaska.",
        "Gli Stati Uniti non dichiarano battaglia in Alaska.",
        "Estados Unidos no exige ninguna batalla en Alaska.",
        "США не объявляют битвы на Аляске.",
        "USA nie wywołują bitwy na Alasce.")),
    ("imperial2030", ev.ArmyEntered("china", "vladivostok", "hostile"), (
        "An army of China enters Vladivostok as a hostile army.",
        "Un esercito della Cina entra a Vladivostok con intenzioni ostili.",
        "Un ejército de China entra en Vladivostok con intenciones hostiles.",
        "Враждебная армия Китая входит во Владивосток.",
        "Czołg Chin wkracza do Władywostoku jako wrogi.")),
    ("imperial", ev.FactoryDestroyed("italy", "marseille", "france", "shipyard", 2, 1), (
        "Italy destroys the shipyard in Marseille and loses 3 armies.",
        "L’Italia distrugge il cantiere navale a Marsiglia e perde 3 eserciti.",
        "Italia destruye el astillero en Marsella y pierde 3 ejércitos.",
        "Италия уничтожает судостроительную фабрику в Марселе и теряет 3 армии.",
        "Włochy niszczą stocznię w Marsylii i tracą 3 armie.")),
    ("imperial2030", ev.FlagLost("usa", "iran", "china"), (
        "The United States loses a flag in Iran to China.",
        "Gli Stati Uniti perdono uno stendardo in Iran a favore della Cina.",
        "Estados Unidos pierde una bandera en Irán a favor de China.",
        "США теряют флаг в Иране в пользу Китая.",
        "USA tracą flagę w Iranie na rzecz Chin.")),
    ("imperial", ev.FlagLost("german_empire", "north_sea", "great_britain"), (
        "The German Empire loses a tax chip in the North Sea to Great Britain.",
        "L’Impero tedesco perde un gettone tasse nel Mare del Nord a favore della Gran Bretagna.",
        "El Imperio Germánico pierde una ficha de impuestos en el Mar del Norte"
        " a favor de Gran Bretaña.",
        "Германская империя теряет налоговую фишку в Северном море в пользу Великобритании.",
        "Cesarstwo Niemieckie traci żeton podatkowy na Morzu Północnym"
        " na rzecz Wielkiej Brytanii.")),
    ("imperial2030", ev.InterestPaid("europe", "Anna", 21, 21, 0, "Boris"), (
        "Anna receives 21 million in interest from the treasury of Europe.",
        "Anna riceve 21 milioni di interessi dal tesoro dell’Europa.",
        "Anna recibe 21 millones en intereses de la tesorería de Europa.",
        "Anna получает доход из казны Европы: 21 миллион.",
        "Anna otrzymuje ze skarbca Europy 21 milionów dywidend.")),
    ("imperial2030", ev.InterestPaid("europe", "Anna", 4, 1, 3, "Boris"), (
        "Anna receives 4 million in interest on bonds of Europe.",
        "Anna riceve 4 milioni di interessi sulle obbligazioni dell’Europa.",
        "Anna recibe 4 millones en intereses por los bonos de Europa.",
        "Anna получает доход по облигациям Европы: 4 миллиона.",
        "Anna otrzymuje z udziałów Europy 4 miliony dywidend.")),
    ("imperial", ev.BondUpgraded("Anna", "france", 4, 9, 5), (
        "Anna increases a bond of France from 4 to 9 million, paying 5 million.",
        "Anna incrementa un’obbligazione della Francia da 4 a 9 milioni e paga 5 milioni.",
        "Anna incrementa un bono de Francia de 4 a 9 millones y paga 5 millones.",
        "Anna заменяет облигацию Франции (4 → 9) и доплачивает 5 миллионов.",
        "Anna zwiększa wartość udziału Francji z 4 do 9 milionów i dopłaca 5 milionów.")),
    ("imperial", ev.GovernmentChanged("italy", None, "Anna"), (
        "Anna takes over the government of Italy.",
        "Anna prende il controllo del governo dell’Italia.",
        "Anna asume el gobierno de Italia.",
        "Anna возглавляет правительство Италии.",
        "Anna przejmuje rząd Włoch.")),
    ("imperial", ev.GovernmentChanged("italy", "Boris", "Anna"), (
        "Anna takes over the government of Italy from Boris.",
        "Anna prende il controllo del governo dell’Italia al posto di Boris.",
        "Anna asume el gobierno de Italia en lugar de Boris.",
        "Anna возглавляет правительство Италии вместо игрока Boris.",
        "Anna przejmuje rząd Włoch od gracza Boris.")),
    ("imperial2030", ev.TaxCollected("usa", 11, 4, 3, 11), (
        "The United States collects 11 million in taxes: 4 factories, 3 flags.",
        "Gli Stati Uniti incassano 11 milioni di tasse: 4 fabbriche, 3 stendardi.",
        "Estados Unidos recauda 11 millones en impuestos: 4 fábricas, 3 banderas.",
        "США собирают налоги, 11 миллионов: 4 фабрики, 3 флага.",
        "USA pobierają podatki, 11 milionów: 4 fabryki, 3 flagi.")),
    ("imperial", ev.TaxCollected("france", 4, 2, 0, 1), (
        "France collects 4 million in taxes: 2 factories.",
        "La Francia incassa 4 milioni di tasse: 2 fabbriche.",
        "Francia recauda 4 millones en impuestos: 2 fábricas.",
        "Франция собирает налоги, 4 миллиона: 2 фабрики.",
        "Francja pobiera podatki, 4 miliony: 2 fabryki.")),
    ("imperial", ev.SoldiersPaid("france", 3, 3, False), (
        "Soldiers’ pay of France, kept from tax revenue: 3 million.",
        "Paga dei soldati della Francia, trattenuta dal gettito fiscale: 3 milioni.",
        "Salarios de las tropas de Francia, descontados de los impuestos: 3 millones.",
        "Содержание войск Франции (из собранных налогов): 3 миллиона.",
        "Żołd Francji, potrącony z podatków: 3 miliony.")),
    ("imperial2030", ev.GameEnded("usa", 25, {"Anna": 87, "Boris": 80, "Ivan": 87},
                                  [["Anna", "Ivan"], ["Boris"]]), (
        "The United States reaches 25 power points: the game is over. Anna and Ivan share first"
        " place with 87 points. Final ranking: 1. Anna (87), 1. Ivan (87), 3. Boris (80).",
        "Gli Stati Uniti raggiungono 25 punti potere: la partita è finita. Anna e Ivan condividono"
        " il primo posto con 87 punti. Classifica finale: 1. Anna (87), 1. Ivan (87),"
        " 3. Boris (80).",
        "Estados Unidos alcanza 25 puntos de poder: la partida ha terminado. Anna e Ivan comparten"
        " el primer lugar con 87 puntos. Clasificación final: 1. Anna (87), 1. Ivan (87),"
        " 3. Boris (80).",
        "США набирают 25 очков могущества: партия окончена. Первое место делят Anna и Ivan,"
        " 87 очков. Итоговые места: 1. Anna (87), 1. Ivan (87), 3. Boris (80).",
        "USA osiągają 25 punktów wpływu: koniec gry. Pierwsze miejsce zajmują wspólnie Anna i Ivan,"
        " 87 punktów. Klasyfikacja końcowa: 1. Anna (87), 1. Ivan (87), 3. Boris (80).")),
]  # fmt: skip


@pytest.mark.parametrize(("game", "event", "sentences"), GOLDEN)
def test_sentence_word_for_word(game: str, event: Event, sentences: tuple[str, ...]) -> None:
    told = tuple([narrator(game, language).sentence(event) for language in LANGUAGES])
    assert told == sentences


# Events told together -----------------------------------------------------------------------

MADE = [
    ev.UnitProduced("russia", "moscow", "army"),
    ev.UnitProduced("russia", "vladivostok", "fleet"),
    ev.UnitImported("usa", "new_york", "fleet", 1),
    ev.UnitImported("usa", "new_york", "fleet", 1),
    ev.UnitImported("usa", "chicago", "army", 1),
    ev.FlagPlaced("usa", "alaska"),
    ev.FlagPlaced("usa", "sea_of_japan"),
    ev.FlagPlaced("india", "iran"),
]
MADE_TOLD = {
    "en": [
        "Russia produces an army in Moscow and a fleet in Vladivostok.",
        "The United States imports 2 fleets to New York and an army to Chicago for 3 million.",
        "The United States places 2 flags: in Alaska and in the Sea of Japan.",
        "India places a flag in Iran.",
    ],
    "it": [
        "La Russia produce un esercito a Mosca e una flotta a Vladivostok.",
        "Gli Stati Uniti importano 2 flotte a New York e un esercito a Chicago per 3 milioni.",
        "Gli Stati Uniti collocano 2 stendardi: in Alaska e nel Mar del Giappone.",
        "L’India colloca uno stendardo in Iran.",
    ],
    "es": [
        "Rusia produce un ejército en Moscú y una flota en Vladivostok.",
        "Estados Unidos importa 2 flotas a Nueva York y un ejército a Chicago por 3 millones.",
        "Estados Unidos coloca 2 banderas: en Alaska y en el Mar de Japón.",
        "La India coloca una bandera en Irán.",
    ],
    "ru": [
        "Россия производит армию в Москве и корабль во Владивостоке.",
        "США импортируют 2 корабля в Нью-Йорк и армию в Чикаго за 3 миллиона.",
        "США кладут 2 флага: на Аляске и в Японском море.",
        "Индия кладет флаг в Иране.",
    ],
    "pl": [
        "Rosja produkuje czołg w Moskwie i statek we Władywostoku.",
        "USA importują 2 statki do Nowego Jorku i czołg do Chicago za 3 miliony.",
        "USA umieszczają 2 flagi: na Alasce i na Morzu Japońskim.",
        "Indie umieszczają flagę w Iranie.",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_units_and_flags_of_one_nation_share_a_sentence(language: str) -> None:
    assert narrator("imperial2030", language).sentences(MADE) == MADE_TOLD[language]


def test_events_between_keep_sentences_apart() -> None:
    events = [MADE[0], ev.TurnStarted("russia", "Anna", 2), MADE[1]]
    assert len(narrator("imperial2030", "en").sentences(events)) == 3


# Questions ----------------------------------------------------------------------------------

ARMY: UnitTold = {"nation": "russia", "unit": "army"}


def decisions(game: str) -> Iterator[Decision]:
    """Each decision once, some in two ways."""
    title = title_of(game)
    nation, other = "russia", title.board.nation_ids[1]
    sea, home = title.board.region_ids[-1], title.facts["home_provinces"]
    foreign = next(p["id"] for p in home if p["nation"] == other)
    own = next(p["id"] for p in home if p["nation"] == nation)
    contexts: dict[str, list[Any]] = {
        "swiss_force": [{"slot": "import"}],
        "canal_consent": [],
        "arrival": [{"place": place, "unit": ARMY} for place in (foreign, own)]
        + [{"place": sea, "unit": {**ARMY, "unit": "fleet"}}],
        "ask_next": [{"place": own, "unit": ARMY}],
        "battle_demand": [{"place": foreign, "unit": {**ARMY, "stance": "hostile"}}],
        "invest": [{}, {"round_for": other}],
    }
    if title.board.canals:
        fleet = {"order": "move", "from": "mediterranean_sea", "to": "indian_ocean"}
        army = {"order": "move", "from": "mumbai", "to": "rome", "canals": ["suez"]}
        contexts["canal_consent"] = [
            {"canal": "suez", "order": {**fleet, "canal": "suez"}},
            {"canal": "suez", "order": army},
        ]
    for kind in KINDS:
        free = kind in ("swiss_force", "invest", "donate")
        for context in contexts.get(kind, [{}]):
            yield Decision(kind, "Anna", None if free else other, context)


@pytest.mark.parametrize(("game", "language"), EVERYWHERE)
def test_every_decision_has_a_question(game: str, language: str) -> None:
    told = narrator(game, language)
    for decision in decisions(game):
        assert_well_formed(told.prompt(decision), ".?")
        assert_well_formed(told.prompt(decision, active="russia", cash=3), ".?")
        assert_well_formed(told.waiting(decision))


QUESTIONS = [
    (Decision("arrival", "Anna", "usa", {"place": "moscow", "unit": {**ARMY, "nation": "usa"}}), (
        "An army of the United States enters Moscow. Hostile or friendly?",
        "Un esercito degli Stati Uniti entra a Mosca. Intenzioni ostili o amichevoli?",
        "Un ejército de Estados Unidos entra en Moscú. ¿Intenciones hostiles o amistosas?",
        "Армия США входит в Москву. Враждебная или дружественная?",
        "Czołg USA wkracza do Moskwy. Wrogi czy sojuszniczy?")),
    (Decision("arrival", "Anna", "usa", {"place": "alaska", "unit": {**ARMY, "nation": "usa"}}), (
        "An army of the United States has arrived in Alaska. Attack?",
        "Un esercito degli Stati Uniti è in Alaska. Vuoi attaccare?",
        "Un ejército de Estados Unidos está en Alaska. ¿Atacas?",
        "Армия США теперь на Аляске. Напасть?",
        "Czołg USA jest teraz na Alasce. Zaatakować?")),
    (Decision("canal_consent", "Anna", "india", {"canal": "suez", "order": {
        "order": "move", "from": "mediterranean_sea", "to": "indian_ocean", "canal": "suez"}}), (
        "China asks for passage through the Suez Canal: a fleet from the Mediterranean Sea"
        " to the Indian Ocean. Allow it?",
        "La Cina chiede il passaggio attraverso il Canale di Suez: una flotta dal Mar Mediterraneo"
        " nell’Oceano Indiano. Lo permetti?",
        "China pide paso por el Canal de Suez: una flota del Mar Mediterráneo al Océano Índico."
        " ¿Lo permites?",
        "Китай просит разрешить проход через Суэцкий канал: корабль из Средиземного моря"
        " в Индийский океан. Разрешить?",
        "Chiny proszą o przepłynięcie przez Kanał Sueski: statek z Morza Śródziemnego"
        " na Ocean Indyjski. Zgadzasz się?")),
    (Decision("swiss_force", "Anna", None, {"slot": "import"}), (
        "China wants to pass Investor. Force a stop there?",
        "La Cina vuole superare la casella Investitore. Vuoi forzare la fermata?",
        "China quiere pasar sobre la casilla Inversionista. ¿Fuerzas la parada?",
        "Китай хочет пройти мимо деления «Инвестор». Остановить?",
        "Chiny chcą minąć pole „Inwestor”. Wymusić postój?")),
]  # fmt: skip


@pytest.mark.parametrize(("decision", "questions"), QUESTIONS)
def test_question_word_for_word(decision: Decision, questions: tuple[str, ...]) -> None:
    asked = [narrator("imperial2030", it).prompt(decision, active="china") for it in LANGUAGES]
    assert tuple(asked) == questions


def test_numbers_given_are_told_after_the_question() -> None:
    decision = Decision("import_unit", "Anna", "usa", {})
    asked = narrator("imperial2030", "ru").prompt(decision, treasury=21, cost=1, left=2)
    assert asked == (
        "Что купить для США? В казне 21 миллион. Цена: 1 миллион. Можно купить еще 2 фишки."
    )


def test_unknown_decision_is_refused() -> None:
    unknown: Any = "resign"
    with pytest.raises(ValueError, match="no decision 'resign'"):
        narrator("imperial", "en").prompt(Decision(unknown, "Anna", None, {}))
    with pytest.raises(ValueError, match="no decision 'resign'"):
        narrator("imperial", "en").choice("resign", {})


# Labels -------------------------------------------------------------------------------------


def labels(game: str, language: str, stride: int) -> Iterator[tuple[str, str]]:
    """Decision and label of every action of a game; of its many army moves only each so-many-th."""
    table, told = title_of(game).table, narrator(game, language)
    for id in range(table.size):
        if table.army_move <= id < table.army_attack and id % stride:
            continue
        kind = KINDS[table.kind_of(id)]
        choice = table.choice_of(id, table.board.nation_ids[0])
        yield kind, told.choice(kind, choice, table.board.nation_ids[0])


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_two_choices_of_a_decision_share_a_label(game: str) -> None:
    found = list(labels(game, "en", 1))
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(("game", "language"), daily(EVERYWHERE, of=3))
def test_every_choice_has_a_label(game: str, language: str) -> None:
    for _, label in labels(game, language, 11):
        assert_well_formed(label, label)
        assert label[-1] != "."


def attack(own: dict[str, str], foe: dict[str, str]) -> dict[str, Any]:
    return {
        "order": "attack", "region": "vladivostok",
        "own": {"nation": "russia", **own}, "target": {"nation": "china", **foe},
    }  # fmt: skip


LABELS: list[tuple[str, dict[str, Any], tuple[str, str, str, str, str]]] = [
    ("draft_bond", {"value": 9}, (
        "China: 9 million (interest 4)", "Cina: 9 milioni (interesse 4)",
        "China: 9 millones (interés 4)", "Китай: 9 миллионов (доход 4)",
        "Chiny: 9 milionów (dywidenda 4)")),
    ("choose_slot", {"slot": "production_2"}, (
        "Production 2", "Produzione 2", "Producción 2", "Производство 2", "Produkcja 2")),
    ("choose_slot", {"slot": "taxation"}, (
        "Taxation", "Tassazione", "Impuestos", "Налогообложение", "Podatek")),
    ("build_factory", {"province": "vladivostok"}, (
        "Vladivostok: shipyard", "Vladivostok: cantiere navale", "Vladivostok: astillero",
        "Владивосток: судостроительная фабрика", "Władywostok: stocznia")),
    ("produce", {"province": "moscow"}, (
        "Moscow: army", "Mosca: esercito", "Moscú: ejército", "Москва: армия", "Moskwa: czołg")),
    ("fleet_order", {"order": "move", "from": "caribbean_sea", "to": "north_pacific",
                     "canal": "panama"}, (
        "Caribbean Sea → North Pacific (Panama Canal)",
        "Mar dei Caraibi → Nord Pacifico (Canale di Panama)",
        "Mar Caribe → Pacífico Norte (Canal de Panamá)",
        "Карибское море → Северная часть Тихого океана (Панамский канал)",
        "Morze Karaibskie → Pacyfik Północny (Kanał Panamski)")),
    ("army_order", {"order": "move", "from": "moscow", "to": "ukraine", "stance": "friendly"}, (
        "Moscow → Ukraine (friendly army)", "Mosca → Ucraina (esercito amico)",
        "Moscú → Ucrania (ejército amistoso)", "Москва → Украина (дружественная армия)",
        "Moskwa → Ukraina (sojuszniczy czołg)")),
    ("army_order", attack({"unit": "fleet"}, {"unit": "army", "stance": "hostile"}), (
        "Attack a hostile army of China in Vladivostok with a fleet",
        "Attacca un esercito ostile della Cina a Vladivostok con una flotta",
        "Atacar un ejército hostil de China en Vladivostok con una flota",
        "Напасть на враждебную армию Китая во Владивостоке кораблем",
        "Zaatakuj wrogi czołg Chin we Władywostoku statkiem")),
    ("army_order", attack({"unit": "army"}, {"unit": "army"}), (
        "Attack an army of China in Vladivostok", "Attacca un esercito della Cina a Vladivostok",
        "Atacar un ejército de China en Vladivostok", "Напасть на армию Китая во Владивостоке",
        "Zaatakuj czołg Chin we Władywostoku")),
    ("army_order", {"order": "set_stance", "province": "moscow", "to": "hostile"}, (
        "Moscow: turn hostile", "Mosca: diventa ostile", "Moscú: pasar a ser hostil",
        "Москва: сделать армию враждебной", "Moskwa: zmień na wrogi czołg")),
    ("army_order", {"order": "destroy_factory", "province": "moscow"}, (
        "Destroy the armament facility in Moscow", "Distruggi la fabbrica di armi a Mosca",
        "Destruir el arsenal en Moscú", "Уничтожить военную фабрику в Москве",
        "Zniszcz zakład zbrojeniowy w Moskwie")),
    ("arrival", {"choice": "friendly"}, (
        "Enter as a friendly army", "Entra con intenzioni amichevoli",
        "Entrar con intenciones amistosas", "Войти как дружественная армия",
        "Wkrocz jako sojuszniczy czołg")),
    ("battle_demand", {"demand": True, "with": {"unit": "fleet"}}, (
        "Demand a battle (fleet)", "Dichiara battaglia (flotta)", "Exigir una batalla (flota)",
        "Объявить битву (корабль)", "Wywołaj bitwę (statek)")),
    ("battle_demand", {"demand": False}, (
        "No battle", "Nessuna battaglia", "Sin batalla", "Без битвы", "Bez bitwy")),
    ("canal_consent", {"allow": False}, ("Refuse", "Rifiuta", "Negar", "Запретить", "Odmów")),
    ("swiss_force", {"force": True}, (
        "Force the stop", "Forza la fermata", "Forzar la parada", "Остановить", "Wymuś postój")),
    ("invest", {"choice": "upgrade", "nation": "usa", "from": 4, "to": 12}, (
        "United States: 4 → 12 million (interest 5)", "Stati Uniti: 4 → 12 milioni (interesse 5)",
        "Estados Unidos: 4 → 12 millones (interés 5)", "США: 4 → 12 миллионов (доход 5)",
        "USA: 4 → 12 milionów (dywidenda 5)")),
    ("invest", {"choice": "pass"}, ("Pass", "Passa", "Pasar", "Пас", "Pas")),
    ("donate", {"nation": "usa", "amount": 1}, (
        "Give 1 million to the treasury of the United States",
        "Dona 1 milione al tesoro degli Stati Uniti",
        "Aportar 1 millón a la tesorería de Estados Unidos",
        "Внести 1 миллион в казну США", "Dołóż 1 milion do skarbca USA")),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "choice", "texts"), LABELS)
def test_label_word_for_word(kind: str, choice: dict[str, Any], texts: tuple[str, ...]) -> None:
    told = [narrator("imperial2030", it).choice(kind, choice, "china") for it in LANGUAGES]
    assert tuple(told) == texts


def test_a_choice_that_stands_alone_says_what_done_means() -> None:
    done, move = {"order": "done"}, {"order": "move", "from": "iran", "to": "turkey"}
    told = narrator("imperial2030", "en")
    order = {"actor": "Anna", "decision": "army_order", "nation": "china"}
    assert told.alone(cast("Entry", {**order, "choice": done})) == "No further order"
    label = told.alone(cast("Entry", {**order, "choice": move}))
    assert label == told.choice("army_order", move, "china")


def test_bond_of_the_later_edition_has_its_interest() -> None:
    """R-STD-9: the 30M bond is in the stock of the later edition only."""
    label = narrator("imperial", "en").choice("draft_bond", {"value": 30})
    assert label == "30 million (interest 9)"


@pytest.mark.parametrize("game", GAMES)
def test_polish_pieces_are_those_of_the_glossary(game: str) -> None:
    told = narrator(game, "pl")
    for unit, message, form in product(
        ("army", "fleet"), ("piece", "piece_acc"), ("indef", "indef_acc")
    ):
        if message.endswith("acc") == form.endswith("acc"):
            assert told.say(message, piece=unit) == told.words.forms("terms", unit)[form]


# Choices that no event tells ----------------------------------------------------------------

CHOSEN: list[tuple[str, dict[str, Any], tuple[str, str, str, str, str]]] = [
    ("choose_slot", {"slot": "production_2"}, (
        "India wants to move to Production, passing Investor.",
        "L’India vuole andare sulla casella Produzione, superando la casella Investitore.",
        "La India quiere ir a la casilla Producción, pasando sobre la casilla Inversionista.",
        "Индия хочет перейти на деление «Производство» мимо деления «Инвестор».",
        "Indie chcą przejść na pole „Produkcja”, mijając pole „Inwestor”.")),
    ("arrival", {"choice": "stay"}, (
        "India does not attack.", "L’India non attacca.", "La India no ataca.",
        "Индия не нападает.", "Indie nie atakują.")),
    ("ask_next", {"nation": "usa"}, (
        "India now asks the United States about a battle.",
        "L’India chiede ora agli Stati Uniti se vogliono una battaglia.",
        "La India pregunta ahora a Estados Unidos si quiere una batalla.",
        "Теперь Индия спрашивает США о битве.", "Teraz Indie pytają USA o bitwę.")),
    ("produce", {"done": True}, (
        "India ends its production.", "L’India conclude la produzione.",
        "La India termina su producción.", "Индия заканчивает производство.",
        "Indie kończą produkcję.")),
    ("import_unit", {"done": True}, (
        "India ends its imports.", "L’India conclude le importazioni.",
        "La India termina sus importaciones.", "Индия заканчивает импорт.",
        "Indie kończą import.")),
    ("fleet_order", {"order": "done"}, (
        "India ends the movement of its fleets.", "L’India conclude i movimenti delle flotte.",
        "La India termina el movimiento de sus flotas.",
        "Индия заканчивает перемещение кораблей.", "Indie kończą ruch statków.")),
    ("army_order", {"order": "done"}, (
        "India ends the movement of its armies.", "L’India conclude i movimenti degli eserciti.",
        "La India termina el movimiento de sus ejércitos.",
        "Индия заканчивает перемещение армий.", "Indie kończą ruch czołgów.")),
]  # fmt: skip


def entry_of(kind: str, choice: dict[str, Any]) -> Entry:
    entry: Any = {"decision": kind, "actor": "Anna", "nation": "india", "choice": choice}
    return cast(Entry, entry)


@pytest.mark.parametrize(("kind", "choice", "sentences"), CHOSEN)
def test_choice_without_event_is_told_before_what_follows(
    kind: str, choice: dict[str, Any], sentences: tuple[str, ...]
) -> None:
    follows = ev.TurnStarted("brazil", "Boris", 3)
    for language, sentence in zip(LANGUAGES, sentences, strict=True):
        told = narrator("imperial2030", language)
        assert told.sentences([], entry_of(kind, choice)) == [sentence]
        assert told.sentences([follows], entry_of(kind, choice))[0] == sentence


@pytest.mark.parametrize(
    ("kind", "choice", "event"),
    [
        ("choose_slot", {"slot": "import"}, ev.MarkerPlaced("india", "import")),
        ("arrival", {"choice": "stay"}, ev.UnitsStayed("india", "iran")),
        ("army_order", {"order": "done"}, ev.FlagPlaced("india", "iran")),
        ("invest", {"choice": "pass"}, ev.InvestPassed("Anna")),
    ],
)
def test_choice_is_not_told_beside_its_event(
    kind: str, choice: dict[str, Any], event: Event
) -> None:
    told = narrator("imperial2030", "en")
    assert told.sentences([event], entry_of(kind, choice)) == [told.sentence(event)]


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_of_a_game_is_told(game: str) -> None:
    """Nobody is left to guess what was decided."""
    told, chance = narrator(game, "en"), random.Random(5)
    options = {"swiss_bank_force": True, "battle_query_order": "mover_chooses", "setup": "draft"}
    played = Game.new(game, PLAYERS, options, seed=5)
    for _ in range(400):
        if played.decision is None:
            break
        action = chance.choice(played.legal_actions())
        happened = [one for one in played.apply(action) if one.kind != "turn_started"]
        assert told.sentences(happened, action.to_json()), action


# Names --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "name"), [("en", "Imperial 2030"), ("ru", "Империал 2030")])
def test_game_is_called_by_its_name(language: str, name: str) -> None:
    assert narrator("imperial2030", language).title() == name


def test_names_and_their_short_forms() -> None:
    told = narrator("imperial2030", "es")
    assert told.nation("usa") == "Estados Unidos"
    assert told.nation("usa", short=True) == "EE. UU."
    assert told.nation("russia", short=True) == "Rusia"
    assert told.region("sea_of_japan") == "Mar de Japón"
    assert narrator("imperial2030", "ru").region("north_pacific", short=True) != (
        narrator("imperial2030", "ru").region("north_pacific")
    )
    assert told.slot("production_1") == told.slot("production_2") == "Producción"
    assert told.canal("suez") == "Canal de Suez"
    assert narrator("imperial", "pl").region("english_channel") == "Kanał La Manche"


def test_unknown_language_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'fr'; known are en, it, es, ru, pl"):
        Narrator("imperial", "fr")


# Whole games --------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"setup": "draft", "investor_card": False}], ids=str)
@pytest.mark.parametrize(("game", "language"), EVERYWHERE)
def test_game_played_at_random_is_told(game: str, language: str, options: dict[str, Any]) -> None:
    told, chance = narrator(game, language), random.Random(7)
    played = Game.new(game, PLAYERS, options, seed=7)
    log = told.sentences(played.opening)
    for _ in range(150):
        if played.decision is None:
            break
        decision, actions = played.decision, played.legal_actions()
        assert_well_formed(told.prompt(decision), ".?")
        offered = [told.choice(decision.kind, a.choice, decision.nation) for a in actions]
        assert len(set(offered)) == len(offered)
        action = chance.choice(actions)
        log += told.sentences(played.apply(action), action.to_json())
    assert len(log) > 100
    for sentence in log:
        assert_well_formed(sentence)
