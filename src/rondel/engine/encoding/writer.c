/* The compiled form of the module `writer`: the same bytes as `writer.py` writes, field by field in
   the order that `features.py` declares. It looks at compiled positions only. Every byte of it is
   compared with the plain form by tests/engine/encoding/test_writer.py. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#ifdef _MSC_VER
#include <intrin.h>
#endif

typedef uint64_t Set;
typedef unsigned char Byte;

enum { PLAYERS = 6, NATIONS = 6, SLOTS = 8, PHASES = 5, KINDS = 14, PIECES = 4, MOST_VALUES = 9,
       BONDSETS = 1 << MOST_VALUES, FIELDS = 128, REGIONS = 64, OPTIONS = 64 };
/* As in `features.py`. */
enum { ON = 255, CASH = 4, TREASURY = 8, TREASURY_COARSE = 2, CREDIT = 2, INTEREST = 5,
       POINTS = 10, FACTOR = 51, TAXES = 10, PAY = 8, BONUS = 25, PRICE = 14, PIECE = 16,
       UNIT = 32, BUILDING = 42, SHARE = 42, FIELD = 20, TURN = 127, IMPORT = 85, ROUND = 4 };
/* As in `decisions.py`. */
enum { DRAFT_BOND = 0, SWISS_FORCE = 2, PRODUCE = 4, IMPORT_UNIT = 5, FLEET_ORDER = 6,
       CANAL_CONSENT = 7, ASK_NEXT = 9, BATTLE_DEMAND = 10, ARMY_ORDER = 11, INVEST = 13,
       GAME_OVER = 15, SLOT = 1 };

/* Fields of a position that are looked at: lists of numbers and then the others, first those that
   every position needs, then those of a Maneuver. */
#define LISTS(X) \
    X(treasury) X(cash) X(held) X(stock) X(government) X(power) X(tax_marker) X(marker) X(flags) \
    X(armies) X(friends) X(fleets) X(army_at) X(friend_at) X(fleet_at) X(army_count) X(fleet_count)
#define NUMBERS(X) \
    X(card) X(banks) X(factories) X(invaded) X(round) X(nation) X(last_nation) X(phase) \
    X(announced) X(passed_investor) X(kind) X(actor) X(about) X(reviving)
#define OTHERS(X) \
    X(legal) X(queue) X(ties_from) X(round_for) X(traded) X(used) X(imports_left) \
    X(fresh_armies) X(fresh_friends) X(fresh_fleets) X(fresh_army_at) X(fresh_friend_at) \
    X(fresh_fleet_at) X(convoys) X(open_canals) X(refused) X(order) X(canals) X(place) X(piece) \
    X(unasked)

#define NAMED(name) F_##name,
enum { LISTS(NAMED) LIST_COUNT, BEFORE = LIST_COUNT - 1, NUMBERS(NAMED) OTHERS(NAMED) FIELD_COUNT };
#define TEXT(name) #name,
static const char *field_names[] = {LISTS(TEXT) NUMBERS(TEXT) OTHERS(TEXT)};
static PyGetSetDef *getters[FIELD_COUNT];
static PyTypeObject *state_type;
static PyObject *reach;

/* What of a rule set the bytes hang on. */
typedef struct {
    PyObject_HEAD
    int size, players, values, slots, homes, lands, seas, regions, canals, secret;
    int bond_stock, tax_per_factory, tax_per_flag, army_pay, fleet_pay, pay_out_of_revenue;
    int bonus_by_increase, bonus_from_bank, end_points;
    int step_base, step_per_factor, free_steps, max_steps, army_move;
    int power_factor[FIELDS], tax_field[FIELDS], tax_bonus[FIELDS], tax_power[FIELDS];
    int interest[BONDSETS], credit[BONDSETS];
    int army_supply[NATIONS], fleet_supply[NATIONS], flag_supply[NATIONS];
    Set home[NATIONS], fleet_next[REGIONS], all_homes, all_seas;
    Byte options[OPTIONS];
    int option_count;
    PyObject *table;
} Writer;

/* A position, taken out of its lists as far as everything needs it. */
typedef struct {
    PyObject *state, *lists[LIST_COUNT];
    int seat, actor, kind, phase, nation, about, last, maneuvers, card, announced, round;
    int passed_investor, reviving;
    Set banks, factories, invaded;
    Set army_at[NATIONS], friend_at[NATIONS], fleet_at[NATIONS], flags[NATIONS];
    int treasury[NATIONS], government[NATIONS], power[NATIONS], marker[NATIONS], stock[NATIONS];
    int tax_marker[NATIONS], army_count[NATIONS], fleet_count[NATIONS];
    int held[PLAYERS * NATIONS], cash[PLAYERS];
} Seen;

/* Numbers and sets ----------------------------------------------------------------------------- */

static inline int count_of(Set set) {
#ifdef _MSC_VER
    return (int)__popcnt64(set);
#else
    return __builtin_popcountll(set);
#endif
}

static inline int first_of(Set set) {
#ifdef _MSC_VER
    unsigned long place;
    _BitScanForward64(&place, set);
    return (int)place;
#else
    return __builtin_ctzll(set);
#endif
}

/* Numbers of one digit, as most are, are read in place. */
static inline int64_t value_of(PyObject *object) {
#if PY_VERSION_HEX >= 0x030C0000
    if (PyUnstable_Long_IsCompact((PyLongObject *)object))
        return PyUnstable_Long_CompactValue((PyLongObject *)object);
#else
    Py_ssize_t size = Py_SIZE(object);
    if (-1 <= size && size <= 1) return size * (int64_t)((PyLongObject *)object)->ob_digit[0];
#endif
#if LONG_MAX > INT_MAX
    return PyLong_AsLong(object);
#else
    return PyLong_AsLongLong(object);
#endif
}

static inline Set set_of(PyObject *object) { return (Set)value_of(object); }
static inline int number_of(PyObject *object) { return (int)value_of(object); }
static inline Byte capped(int amount) { return (Byte)(amount < ON ? amount : ON); }
static inline Byte on(int yes) { return yes ? ON : 0; }
static inline int at_least(int least, int amount) { return amount > least ? amount : least; }

/* The row of a set: `value` for each member below `size`. */
static inline void put_set(Byte *out, Set set, int size, int value) {
    for (set &= ((Set)1 << size) - 1; set; set &= set - 1) out[first_of(set)] = (Byte)value;
}

/* The counts of units in some regions, one in each unless they are `stacked`; region 0 would be at
   `out`. Lists of counts are long and mostly cold, so they are left alone where they can. */
static inline void put_units(Byte *out, PyObject *counts, int start, Set places, int stacked) {
    for (; places; places &= places - 1) {
        int region = first_of(places);
        int count = stacked ? number_of(PyList_GET_ITEM(counts, start + region)) : 1;
        out[region] = capped(count * UNIT);
    }
}

/* Fields --------------------------------------------------------------------------------------- */

static inline PyObject *field(PyObject *state, int which) {
    return getters[which]->get(state, getters[which]->closure);
}

static inline Set set_in(PyObject *state, int which) {
    PyObject *found = field(state, which);
    if (!found) return 0;
    Set set = set_of(found);
    Py_DECREF(found);
    return set;
}

static inline int number_in(PyObject *state, int which) { return (int)set_in(state, which); }

#define NUMBER(name) number_in(s->state, F_##name)
#define SET(name) set_in(s->state, F_##name)

static inline void take(PyObject *list, int *into, int most) {
    Py_ssize_t size = PyList_GET_SIZE(list);
    for (int i = 0; i < most && i < size; i++) into[i] = number_of(PyList_GET_ITEM(list, i));
}

static inline void take_sets(PyObject *list, Set *into) {
    for (int i = 0; i < NATIONS; i++) into[i] = set_of(PyList_GET_ITEM(list, i));
}

static void let_go(Seen *s) {
    for (int i = 0; i < LIST_COUNT; i++) Py_CLEAR(s->lists[i]);
}

#define LIST(name) (s->lists[F_##name])
#define TAKE(name) take(LIST(name), s->name, NATIONS)

static int look(const Writer *w, PyObject *state, int seat, Seen *s) {
    memset(s->lists, 0, sizeof s->lists);
    s->state = state;
    s->seat = seat;
    for (int i = 0; i < LIST_COUNT; i++)
        if (!(s->lists[i] = field(state, i))) return -1;
    TAKE(treasury); TAKE(stock); TAKE(government); TAKE(power); TAKE(tax_marker); TAKE(marker);
    TAKE(army_count); TAKE(fleet_count);
    take(LIST(cash), s->cash, w->players);
    take(LIST(held), s->held, w->players * NATIONS);
    take_sets(LIST(army_at), s->army_at);
    take_sets(LIST(friend_at), s->friend_at);
    take_sets(LIST(fleet_at), s->fleet_at);
    take_sets(LIST(flags), s->flags);
    s->card = NUMBER(card); s->round = NUMBER(round); s->nation = NUMBER(nation);
    s->last = NUMBER(last_nation); s->phase = NUMBER(phase); s->announced = NUMBER(announced);
    s->passed_investor = NUMBER(passed_investor); s->kind = NUMBER(kind); s->actor = NUMBER(actor);
    s->about = NUMBER(about); s->reviving = NUMBER(reviving);
    s->banks = SET(banks); s->factories = SET(factories); s->invaded = SET(invaded);
    s->maneuvers = FLEET_ORDER <= s->kind && s->kind <= ARMY_ORDER;
    return 0;
}

static inline int armies_stack(const Seen *s, int n) {
    return s->army_count[n] > count_of(s->army_at[n]) + count_of(s->friend_at[n]);
}

static inline int fleets_stack(const Seen *s, int n) {
    return s->fleet_count[n] > count_of(s->fleet_at[n]);
}

/* As Python counts from the end: before the first turn the nation on turn is -1. */
static inline int on_turn(const Seen *s) { return s->nation < 0 ? NATIONS - 1 : s->nation; }

/* Players -------------------------------------------------------------------------------------- */

static void count_turns(Seen *s, int *turns) {
    PyObject *queue = field(s->state, F_queue);
    if (!queue) return;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(queue); i++) {
        int turn = number_of(PyList_GET_ITEM(queue, i));
        turns[s->kind == INVEST ? turn >> 3 : turn]++;
    }
    Py_DECREF(queue);
}

static Byte *put_worth(const Writer *w, const Seen *s, int player, Byte *out) {
    int governed = 0, points = 0, interest = 0, credit = 0;
    for (int n = 0; n < NATIONS; n++) {
        int held = s->held[player * NATIONS + n], bears = w->interest[held];
        interest += bears;
        points += bears * w->power_factor[s->power[n]];
        credit += w->credit[held];
        governed += s->government[n] == player;
    }
    *out++ = (Byte)(governed * SHARE);
    *out++ = capped(points);
    *out++ = capped(interest * INTEREST);
    *out++ = capped(credit);
    return out;
}

static Byte *put_players(const Writer *w, Seen *s, Byte *out) {
    int turns[PLAYERS] = {0}, secret = w->secret && s->kind != GAME_OVER, player = s->seat;
    int ties_from = s->kind == INVEST ? NUMBER(ties_from) : -1;
    Byte *begin = out;
    if (s->kind == INVEST || s->kind == DRAFT_BOND || s->kind == SWISS_FORCE) count_turns(s, turns);
    for (int k = 0; k < w->players; k++) {
        int hidden = secret && k > 0, cash = hidden ? 0 : s->cash[player];
        *out++ = ON;
        *out++ = on(player == s->actor);
        *out++ = capped(cash * CASH);
        *out++ = capped(cash);
        *out++ = on(hidden);
        *out++ = on(player == s->card);
        *out++ = on(s->banks >> player & 1);
        out = put_worth(w, s, player, out);
        *out++ = capped(turns[player] * TURN);
        *out++ = on(player == ties_from);
        player = player + 1 < w->players ? player + 1 : 0;
    }
    return begin + (out - begin) / w->players * PLAYERS;
}

/* Nations -------------------------------------------------------------------------------------- */

static Byte *put_order(const Seen *s, const Writer *w, int n, Byte *out) {
    int distance = n - s->nation;
    if (distance < 0) distance += NATIONS;
    out[n] = ON;
    out += NATIONS;
    if (s->marker[n] >= 0) out[s->marker[n]] = ON;
    out += w->slots;
    *out++ = (Byte)(distance * SHARE);
    *out++ = on(distance == 0);
    *out++ = on(n == s->about);
    *out++ = on(n == s->last);
    return out;
}

static Byte *put_papers(const Writer *w, const Seen *s, int n, int due, Byte *out) {
    int government = s->government[n], credits[PLAYERS], most = 0, next = 0, own = 0;
    if (government >= 0) out[(government - s->seat + w->players) % w->players] = ON;
    out += PLAYERS;
    put_set(out, (Set)s->stock[n], w->values, ON);
    out += w->values;
    put_set(out, (Set)s->held[s->seat * NATIONS + n], w->values, ON);
    out += w->values;
    *out++ = capped(w->interest[w->bond_stock ^ s->stock[n]] * INTEREST);
    *out++ = capped(due * INTEREST);
    Byte *lead = out++;
    for (int k = 0, player = s->seat; k < w->players; k++) {
        int held = s->held[player * NATIONS + n], credit = credits[k] = w->credit[held];
        most = at_least(most, credit);
        if (player == government) own = credit;
        else next = at_least(next, credit);
        out[k] = capped(credit * CREDIT);
        out[PLAYERS + k] = capped(w->interest[held] * INTEREST);
        player = player + 1 < w->players ? player + 1 : 0;
    }
    out += 2 * PLAYERS;
    for (int k = 0; k < w->players; k++) out[k] = capped((most - credits[k]) * CREDIT);
    *lead = government >= 0 ? capped(at_least(0, own - next) * CREDIT) : 0;
    return out + PLAYERS;
}

static Byte *put_pieces(const Writer *w, const Seen *s, int n, int flags, Byte *out) {
    int treasury = s->treasury[n], factor = w->power_factor[s->power[n]];
    int armies = s->army_count[n], fleets = s->fleet_count[n];
    *out++ = capped(treasury * TREASURY);
    *out++ = capped(treasury * TREASURY_COARSE);
    *out++ = capped(s->power[n] * POINTS);
    *out++ = capped(factor * FACTOR);
    *out++ = capped(s->tax_marker[n] * FIELD);
    *out++ = capped((w->step_base + w->step_per_factor * factor) * SHARE);
    *out++ = capped(armies * PIECE);
    *out++ = capped(fleets * PIECE);
    *out++ = capped(flags * PIECE);
    *out++ = capped((w->army_supply[n] - armies) * PIECE);
    *out++ = capped((w->fleet_supply[n] - fleets) * PIECE);
    *out++ = capped((w->flag_supply[n] - flags) * PIECE);
    return out;
}

/* What Taxation would bring now, as in `steps/taxation.py`. */
static Byte *put_taxation(const Writer *w, const Seen *s, int n, int working, int flags, Byte *out) {
    int revenue = w->tax_per_factory * working + w->tax_per_flag * flags;
    int pay = w->army_pay * s->army_count[n] + w->fleet_pay * s->fleet_count[n];
    int gain = at_least(w->pay_out_of_revenue ? 0 : -s->treasury[n], revenue - pay);
    int bonus = w->tax_bonus[revenue], available = s->treasury[n] + gain;
    int points = w->tax_power[revenue], left = w->end_points - s->power[n];
    if (w->bonus_by_increase) bonus = at_least(0, w->tax_field[revenue] - s->tax_marker[n]);
    if (!w->bonus_from_bank && bonus > available) bonus = available;
    if (points > left) points = left;
    *out++ = capped(revenue * TAXES);
    *out++ = capped(pay * PAY);
    *out++ = capped(bonus * BONUS);
    *out++ = capped(at_least(0, gain) * TAXES);
    *out++ = capped(at_least(0, -gain) * TAXES);
    *out++ = capped(points * BONUS);
    *out++ = on(points == left);
    return out;
}

static Byte *put_standing(const Writer *w, const Seen *s, int n, Byte *out) {
    Set occupied = s->invaded & w->home[n], factories = s->factories & w->home[n];
    int working = count_of(factories & ~occupied), flags = count_of(s->flags[n]);
    out = put_pieces(w, s, n, flags, out);
    *out++ = capped(count_of(factories) * BUILDING);
    *out++ = (Byte)(working * BUILDING);
    *out++ = capped(count_of(occupied) * BUILDING);
    return put_taxation(w, s, n, working, flags, out);
}

static Byte *put_nations(const Writer *w, Seen *s, int first, Byte *out) {
    int invests = s->kind == INVEST, asks = s->kind == ASK_NEXT || s->kind == BATTLE_DEMAND;
    int round_for = invests ? NUMBER(round_for) : -1;
    Set traded = invests ? SET(traded) : 0, unasked = asks ? SET(unasked) : 0;
    for (int k = 0, n = first; k < NATIONS; k++) {
        int government = s->government[n], due = 0;
        if (government >= 0)
            due = w->interest[w->bond_stock ^ s->stock[n]]
                - w->interest[s->held[government * NATIONS + n]];
        out = put_order(s, w, n, out);
        out = put_papers(w, s, n, due, out);
        out = put_standing(w, s, n, out);
        *out++ = capped(at_least(0, due - s->treasury[n]) * INTEREST);
        *out++ = on(traded >> n & 1);
        *out++ = on(n == round_for);
        *out++ = on(unasked >> n & 1);
        n = n + 1 < NATIONS ? n + 1 : 0;
    }
    return out;
}

/* Turn ----------------------------------------------------------------------------------------- */

static Byte *put_prices(const Writer *w, const Seen *s, Byte *out) {
    int n = on_turn(s), marker = s->marker[n];
    int price = w->step_base + w->step_per_factor * w->power_factor[s->power[n]];
    for (int slot = 0; slot < w->slots && marker >= 0; slot++) {
        int steps = (slot - marker + w->slots) % w->slots;
        int amount = at_least(0, steps - w->free_steps) * price * PRICE;
        if (steps < 1 || steps > w->max_steps) out[slot] = ON;
        else out[slot] = (Byte)(amount < ON - 1 ? amount : ON - 1);
    }
    return out + w->slots;
}

static Byte *put_turn(const Writer *w, Seen *s, Byte *out) {
    int chosen = s->phase > SLOT;
    out[s->phase] = ON;
    out += PHASES;
    if (s->kind != GAME_OVER) out[s->kind] = ON;
    out += KINDS;
    if (chosen && s->announced >= 0) out[s->announced] = ON;
    out = put_prices(w, s, out + w->slots);
    *out++ = capped(s->round * ROUND);
    *out++ = on(chosen && s->passed_investor);
    *out++ = on(s->reviving);
    *out++ = s->kind == IMPORT_UNIT ? (Byte)(NUMBER(imports_left) * IMPORT) : 0;
    if (s->maneuvers) {
        PyObject *convoys = field(s->state, F_convoys);
        if (convoys) *out = capped((int)PyTuple_GET_SIZE(convoys) * UNIT);
        Py_XDECREF(convoys);
        if (NUMBER(place) >= 0) out[1 + NUMBER(piece)] = ON;
    }
    return out + 1 + PIECES;
}

/* Units and board ------------------------------------------------------------------------------ */

static Byte *put_forces(const Writer *w, const Seen *s, int first, Byte *out) {
    for (int k = 0, n = first; k < NATIONS; k++) {
        int stacked = armies_stack(s, n), fleets = fleets_stack(s, n);
        Set at_sea = s->fleet_at[n] & w->all_seas;
        put_units(out, LIST(armies), n * w->lands, s->army_at[n], stacked);
        put_units(out + w->lands, LIST(friends), n * w->lands, s->friend_at[n], stacked);
        put_units(out + w->homes, LIST(fleets), n * w->regions, at_sea, fleets);
        out += w->lands + w->homes + w->seas;
        put_set(out, s->flags[n] >> w->homes, w->regions - w->homes, ON);
        out += w->regions - w->homes;
        n = n + 1 < NATIONS ? n + 1 : 0;
    }
    return out;
}

/* Where armies can get is the engine's own answer; where there are none, nowhere. */
static Set land_reach(Seen *s) {
    Set armies = s->army_at[on_turn(s)] | s->friend_at[on_turn(s)], found;
    if (s->maneuvers) armies = SET(fresh_army_at) | SET(fresh_friend_at);
    if (!armies) return 0;
    PyObject *answer = PyObject_CallOneArg(reach, s->state);
    if (!answer) return 0;
    found = set_of(answer);
    Py_DECREF(answer);
    return found;
}

static Set sea_reach(const Writer *w, Seen *s) {
    Set places = s->maneuvers ? SET(fresh_fleet_at) : s->fleet_at[on_turn(s)], found = 0;
    for (; places; places &= places - 1) found |= w->fleet_next[first_of(places)];
    return found;
}

static Byte *put_board(const Writer *w, Seen *s, Byte *out) {
    put_set(out, s->factories, w->homes, ON);
    out += w->homes;
    for (int n = 0; n < NATIONS; n++)
        put_units(out, LIST(fleets), n * w->regions, s->fleet_at[n] & w->all_homes,
                  fleets_stack(s, n));
    out += w->homes;
    put_set(out, s->invaded, w->homes, ON);
    out += w->homes;
    if (s->kind == PRODUCE) put_set(out, SET(used), w->homes, ON);
    out += w->homes;
    put_set(out, land_reach(s) | sea_reach(w, s), w->regions, ON);
    return out + w->regions;
}

/* Maneuver ------------------------------------------------------------------------------------- */

static Byte *put_fresh(const Writer *w, Seen *s, Byte *out) {
    PyObject *armies = field(s->state, F_fresh_armies), *friends = field(s->state, F_fresh_friends);
    PyObject *fleets = field(s->state, F_fresh_fleets);
    Set places = SET(fresh_fleet_at), ports = places & w->all_homes;
    if (armies && friends && fleets) {
        int stacked = armies_stack(s, s->nation), ships = fleets_stack(s, s->nation);
        put_units(out, armies, 0, SET(fresh_army_at), stacked);
        put_units(out + w->lands, friends, 0, SET(fresh_friend_at), stacked);
        put_units(out + w->homes, fleets, 0, places & w->all_seas, ships);
        put_units(out + w->lands + w->homes + w->seas, fleets, 0, ports, ships);
    }
    Py_XDECREF(armies);
    Py_XDECREF(friends);
    Py_XDECREF(fleets);
    return out + w->lands + w->homes + w->seas + w->homes;
}

static Byte *put_convoys(const Writer *w, Seen *s, Byte *out) {
    PyObject *convoys = field(s->state, F_convoys);
    Set embarked = 0, landed = 0;
    for (Py_ssize_t i = 0; convoys && i < PyTuple_GET_SIZE(convoys); i++) {
        PyObject *convoy = PyTuple_GET_ITEM(convoys, i);
        embarked |= set_of(PyTuple_GET_ITEM(convoy, 0));
        landed |= set_of(PyTuple_GET_ITEM(convoy, 1));
    }
    Py_XDECREF(convoys);
    put_set(out, embarked >> w->lands, w->seas, ON);
    put_set(out + w->seas, landed >> w->lands, w->seas, ON);
    return out + 2 * w->seas;
}

static Set refused_canals(Seen *s) {
    PyObject *refused = field(s->state, F_refused);
    Set found = 0;
    for (Py_ssize_t i = 0; refused && i < PyList_GET_SIZE(refused); i++)
        if (set_of(PyList_GET_ITEM(refused, i))) found |= (Set)1 << i;
    Py_XDECREF(refused);
    return found;
}

static Set asked_canals(Seen *s) {
    PyObject *canals = field(s->state, F_canals);
    Set found = 0;
    for (Py_ssize_t i = 0; canals && i < PyTuple_GET_SIZE(canals); i++)
        found |= (Set)1 << number_of(PyTuple_GET_ITEM(canals, i));
    Py_XDECREF(canals);
    return found;
}

/* Where the order that waits for consent begins and ends. */
static void find_order(const Writer *w, Seen *s, Set *origin, Set *place) {
    int order = NUMBER(order);
    const char *split = order < w->army_move ? "split_fleet_move" : "split_army_move";
    PyObject *ends = PyObject_CallMethod(w->table, split, "i", order);
    if (!ends) return;
    *origin = (Set)1 << number_of(PyTuple_GET_ITEM(ends, 0));
    *place = (Set)1 << number_of(PyTuple_GET_ITEM(ends, 1));
    Py_DECREF(ends);
}

static void put_maneuver(const Writer *w, Seen *s, Byte *out) {
    int arrived = NUMBER(place);
    Set origin = 0, place = arrived < 0 ? 0 : (Set)1 << arrived, asked = 0;
    if (s->kind == CANAL_CONSENT) {
        asked = asked_canals(s);
        find_order(w, s, &origin, &place);
    }
    out = put_fresh(w, s, out);
    out = put_convoys(w, s, out);
    put_set(out, SET(open_canals), w->canals, ON);
    put_set(out + w->canals, refused_canals(s), w->canals, ON);
    put_set(out + 2 * w->canals, asked, w->canals, ON);
    out += 3 * w->canals;
    put_set(out, origin, w->regions, ON);
    put_set(out + w->regions, place, w->regions, ON);
}

/* All of it ------------------------------------------------------------------------------------ */

static int put_all(const Writer *w, PyObject *state, int seat, Byte *out) {
    Seen seen, *s = &seen;
    if (look(w, state, seat, s) == 0) {
        int first = s->about >= 0 ? s->about : at_least(0, s->nation);
        memset(out, 0, w->size);
        memcpy(out, w->options, w->option_count);
        out = put_players(w, s, out + w->option_count);
        out = put_nations(w, s, first, out);
        out = put_turn(w, s, out);
        out = put_forces(w, s, first, out);
        out = put_board(w, s, out);
        if (s->maneuvers) put_maneuver(w, s, out);
    }
    let_go(s);
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *write_position(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    Writer *w = (Writer *)self;
    Py_buffer buffer;
    if (count != 4) return PyErr_Format(PyExc_TypeError, "state, seat, buffer and at are needed");
    if (!Py_IS_TYPE(args[0], state_type))
        return PyErr_Format(PyExc_TypeError, "a position is needed, not %R", args[0]);
    long seat = PyLong_AsLong(args[1]);
    Py_ssize_t start = PyLong_AsSsize_t(args[3]);
    if (PyErr_Occurred()) return NULL;
    if (seat < 0 || seat >= w->players) return PyErr_Format(PyExc_IndexError, "no seat %ld", seat);
    if (PyObject_GetBuffer(args[2], &buffer, PyBUF_WRITABLE) < 0) return NULL;
    int failed = -1;
    if (start < 0 || start + w->size > buffer.len)
        PyErr_SetString(PyExc_ValueError, "there is no room for the position");
    else
        failed = put_all(w, args[0], (int)seat, (Byte *)buffer.buf + start);
    PyBuffer_Release(&buffer);
    if (failed) return NULL;
    Py_RETURN_NONE;
}

/* Rule sets ------------------------------------------------------------------------------------ */

static int get_number(PyObject *from, const char *name, int *into) {
    PyObject *found = PyObject_GetAttrString(from, name);
    if (found) *into = (int)PyLong_AsLong(found);
    Py_XDECREF(found);
    return PyErr_Occurred() ? -1 : 0;
}

static int get_set(PyObject *from, const char *name, Set *into) {
    PyObject *found = PyObject_GetAttrString(from, name);
    if (found) *into = set_of(found);
    Py_XDECREF(found);
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *get_list(PyObject *from, const char *name, Py_ssize_t most) {
    PyObject *given = PyObject_GetAttrString(from, name);
    PyObject *found = given ? PySequence_List(given) : NULL;
    Py_XDECREF(given);
    if (!found || PyList_GET_SIZE(found) <= most) return found;
    Py_DECREF(found);
    return PyErr_Format(PyExc_ValueError, "%s is longer than %zd", name, most);
}

static int get_numbers(PyObject *from, const char *name, int *into, int most) {
    PyObject *found = get_list(from, name, most);
    if (found) take(found, into, most);
    Py_XDECREF(found);
    return PyErr_Occurred() ? -1 : 0;
}

static int get_sets(PyObject *from, const char *name, Set *into, Py_ssize_t most) {
    PyObject *found = get_list(from, name, most);
    for (Py_ssize_t i = 0; found && i < PyList_GET_SIZE(found); i++)
        into[i] = set_of(PyList_GET_ITEM(found, i));
    Py_XDECREF(found);
    return PyErr_Occurred() ? -1 : 0;
}

#define INT(from, name, into) (get_number(from, #name, &w->into) < 0)
#define INTS(from, name, most) (get_numbers(from, #name, w->name, most) < 0)

static int get_rules(Writer *w, PyObject *rules, PyObject *options) {
    return INT(rules, players, players) || INT(options, secret_cash, secret)
        || INT(rules, bond_stock, bond_stock) || INT(rules, tax_per_factory, tax_per_factory)
        || INT(rules, tax_per_flag, tax_per_flag) || INT(rules, army_pay, army_pay)
        || INT(rules, fleet_pay, fleet_pay) || INT(rules, pay_out_of_revenue, pay_out_of_revenue)
        || INT(rules, bonus_by_increase, bonus_by_increase)
        || INT(rules, bonus_from_bank, bonus_from_bank) || INT(rules, end_points, end_points)
        || INT(rules, extra_step_base, step_base)
        || INT(rules, extra_step_per_factor, step_per_factor)
        || INT(rules, free_steps, free_steps) || INT(rules, max_steps, max_steps)
        || INTS(rules, power_factor, FIELDS) || INTS(rules, tax_field, FIELDS)
        || INTS(rules, tax_bonus, FIELDS) || INTS(rules, tax_power, FIELDS)
        || INTS(rules, army_supply, NATIONS) || INTS(rules, fleet_supply, NATIONS)
        || INTS(rules, flag_supply, NATIONS);
}

static int get_board(Writer *w, PyObject *board, PyObject *bonds, PyObject *canals) {
    w->canals = (int)PyObject_Length(canals);
    return INT(board, home_count, homes) || INT(board, land_count, lands)
        || INT(board, sea_count, seas) || INT(board, region_count, regions)
        || get_sets(board, "home", w->home, NATIONS) < 0
        || get_sets(board, "fleet_next", w->fleet_next, REGIONS) < 0
        || get_set(board, "all_homes", &w->all_homes) < 0
        || get_set(board, "seas", &w->all_seas) < 0
        || INTS(bonds, interest, BONDSETS) || INTS(bonds, credit, BONDSETS)
        || INT(w->table, values, values) || INT(w->table, army_move, army_move);
}

static int writer_init(PyObject *self, PyObject *args, PyObject *named) {
    Writer *w = (Writer *)self;
    PyObject *rules;
    const char *chosen;
    Py_ssize_t length;
    int failed = -1;
    if (named) return PyErr_SetString(PyExc_TypeError, "no arguments by name"), -1;
    if (!PyArg_ParseTuple(args, "Oy#i", &rules, &chosen, &length, &w->size)) return -1;
    if (length > OPTIONS) return PyErr_SetString(PyExc_ValueError, "too many options"), -1;
    memcpy(w->options, chosen, (size_t)length);
    w->option_count = (int)length;
    w->table = PyObject_GetAttrString(rules, "table");
    PyObject *board = PyObject_GetAttrString(rules, "board");
    PyObject *bonds = PyObject_GetAttrString(rules, "bonds");
    PyObject *options = PyObject_GetAttrString(rules, "options");
    PyObject *slots = PyObject_GetAttrString(rules, "slots");
    PyObject *canals = board ? PyObject_GetAttrString(board, "canals") : NULL;
    if (w->table && bonds && options && slots && canals) {
        w->slots = (int)PyObject_Length(slots);
        failed = get_rules(w, rules, options) || get_board(w, board, bonds, canals) ? -1 : 0;
    }
    Py_XDECREF(board); Py_XDECREF(bonds); Py_XDECREF(options); Py_XDECREF(slots);
    Py_XDECREF(canals);
    return failed;
}

static void writer_free(PyObject *self) {
    Py_XDECREF(((Writer *)self)->table);
    Py_TYPE(self)->tp_free(self);
}

/* Legal actions -------------------------------------------------------------------------------- */

/* Writes the legal actions of a position; returns how many, -1 for an error. Those beyond `most`
   are cut off, or are an error. */
static Py_ssize_t put_legal(PyObject *state, int32_t *out, Py_ssize_t most, int cut) {
    PyObject *legal = field(state, F_legal);
    if (!legal) return -1;
    Py_ssize_t size = PyList_GET_SIZE(legal);
    if (size > most && !cut) {
        PyErr_SetString(PyExc_ValueError, "there is no room for so many legal actions");
        size = -1;
    } else if (size > most) {
        size = most;
    }
    for (Py_ssize_t i = 0; i < size; i++) out[i] = number_of(PyList_GET_ITEM(legal, i));
    Py_DECREF(legal);
    return size;
}

static Py_ssize_t put_lists(PyObject *states, Py_ssize_t stride, Py_buffer *ids, Py_buffer *counts) {
    int32_t *out = ids->buf, *each = counts->buf;
    Py_ssize_t room = ids->len / 4, used = 0, places = PyList_GET_SIZE(states);
    if (places > counts->len / 4 || (stride && places > room / stride)) {
        PyErr_SetString(PyExc_ValueError, "there is no room for so many positions");
        return -1;
    }
    for (Py_ssize_t i = 0; i < places; i++) {
        PyObject *state = PyList_GET_ITEM(states, i);
        if (!Py_IS_TYPE(state, state_type)) {
            PyErr_Format(PyExc_TypeError, "a position is needed, not %R", state);
            return -1;
        }
        Py_ssize_t at = stride ? i * stride : used;
        Py_ssize_t size = put_legal(state, out + at, stride ? stride : room - used, stride > 0);
        if (size < 0) return -1;
        each[i] = (int32_t)size;
        used += size;
    }
    return used;
}

static PyObject *write_legal(PyObject *module, PyObject *const *args, Py_ssize_t count) {
    Py_buffer ids, counts;
    (void)module;
    if (count != 4 || !PyList_Check(args[0]))
        return PyErr_Format(PyExc_TypeError, "states, stride, ids and counts are needed");
    Py_ssize_t stride = PyLong_AsSsize_t(args[1]), used;
    if (stride < 0) return PyErr_Format(PyExc_ValueError, "a stride is not below 0");
    if (PyObject_GetBuffer(args[2], &ids, PyBUF_WRITABLE) < 0) return NULL;
    if (PyObject_GetBuffer(args[3], &counts, PyBUF_WRITABLE) < 0) {
        PyBuffer_Release(&ids);
        return NULL;
    }
    used = put_lists(args[0], stride, &ids, &counts);
    PyBuffer_Release(&ids);
    PyBuffer_Release(&counts);
    return used < 0 ? NULL : PyLong_FromSsize_t(used);
}

/* The module ----------------------------------------------------------------------------------- */

static PyMethodDef writer_methods[] = {
    {"write", (PyCFunction)(void (*)(void))write_position, METH_FASTCALL,
     "write($self, state, seat, buffer, at, /)\n--\n\n"
     "Writes what the player in a seat sees into a buffer from `at` on."},
    {NULL, NULL, 0, NULL}};

static PyTypeObject WriterType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "rondel.engine.encoding.writer.Writer",
    .tp_doc = "Writes positions of one rule set.",
    .tp_basicsize = sizeof(Writer),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = writer_init,
    .tp_dealloc = writer_free,
    .tp_methods = writer_methods,
};

static PyMethodDef functions[] = {
    {"write_legal", (PyCFunction)(void (*)(void))write_legal, METH_FASTCALL,
     "write_legal(states, stride, ids, counts, /)\n--\n\n"
     "Writes the legal actions of positions; returns how many were written."},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "writer", "Positions as rows of bytes.", -1, functions,
    NULL, NULL, NULL, NULL};

static PyObject *imported(const char *module, const char *name) {
    PyObject *from = PyImport_ImportModule(module);
    PyObject *found = from ? PyObject_GetAttrString(from, name) : NULL;
    Py_XDECREF(from);
    return found;
}

/* The functions by which a compiled position hands out its fields. */
static int find_getters(void) {
    for (int i = 0; i < FIELD_COUNT; i++) {
        PyObject *found = PyDict_GetItemString(state_type->tp_dict, field_names[i]);
        if (!found || !Py_IS_TYPE(found, &PyGetSetDescr_Type)) {
            PyErr_Format(PyExc_ImportError, "positions have no compiled field %s", field_names[i]);
            return -1;
        }
        getters[i] = ((PyGetSetDescrObject *)found)->d_getset;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_writer(void) {
    state_type = (PyTypeObject *)imported("rondel.engine.model.state", "State");
    reach = imported("rondel.engine.steps.armies", "reach");
    if (!state_type || !reach || find_getters() < 0 || PyType_Ready(&WriterType) < 0) return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module && PyModule_AddObjectRef(module, "Writer", (PyObject *)&WriterType) < 0)
        Py_CLEAR(module);
    return module;
}
