/* Writes positions as rondel.engine.Encoder does, byte by byte, only faster: in training most of
   the workers' time went there. tests/training compares both. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t Set;
typedef unsigned char Byte;

enum { SEATS = 6, NATIONS = 6, SLOTS = 8, VALUES = 9, KINDS = 14, PHASES = 5, PIECES = 4,
       BONDSETS = 512, MOST_FIELDS = 128, REGIONS = 64 };
enum { ON = 255, CASH = 4, TREASURY = 8, TREASURY_COARSE = 2, CREDIT = 2, INTEREST = 5,
       POINTS = 10, FACTOR = 51, TAXES = 10, PAY = 8, BONUS = 25, PRICE = 14, PIECE = 16,
       UNIT = 32, BUILDING = 42, SHARE = 42, FIELD = 20, TURN = 127, IMPORT = 85, ROUND = 4 };
enum { DRAFT_BOND = 0, SWISS_FORCE = 2, PRODUCE = 4, IMPORT_UNIT = 5, FLEET_ORDER = 6,
       CANAL_CONSENT = 7, ASK_NEXT = 9, BATTLE_DEMAND = 10, ARMY_ORDER = 11, INVEST = 13,
       GAME_OVER = 15, SLOT_PHASE = 1 };

/* Fields of a position, by the names that the engine has for them. */
#define FIELDS(X) \
    X(treasury) X(cash) X(held) X(stock) X(government) X(card) X(banks) X(power) X(tax_marker) \
    X(marker) X(factories) X(flags) X(armies) X(friends) X(fleets) X(army_at) X(friend_at) \
    X(fleet_at) X(invaded) X(army_count) X(fleet_count) X(round) X(nation) X(last_nation) \
    X(phase) X(announced) X(passed_investor) X(kind) X(actor) X(about) X(legal) X(queue) \
    X(ties_from) X(round_for) X(traded) X(reviving) X(used) X(imports_left) X(fresh_armies) \
    X(fresh_friends) X(fresh_fleets) X(fresh_army_at) X(fresh_friend_at) X(fresh_fleet_at) \
    X(convoys) X(open_canals) X(refused) X(order) X(canals) X(place) X(piece) X(unasked)

#define NAMED(name) F_##name,
enum { FIELDS(NAMED) FIELD_COUNT };
#define TEXT(name) #name,
static const char *field_texts[] = { FIELDS(TEXT) };
static PyObject *field_names[FIELD_COUNT];

typedef struct {
    PyObject_HEAD
    int players, homes, lands, seas, regions, canals, size, secret;
    Set home[NATIONS], all_homes, sea_set;
    Byte options[32];
    int option_count;
    int power_factor[MOST_FIELDS], tax_field[MOST_FIELDS], tax_bonus[MOST_FIELDS];
    int tax_power[MOST_FIELDS], interest[BONDSETS], credit[BONDSETS], bond_stock;
    int army_supply[NATIONS], fleet_supply[NATIONS], flag_supply[NATIONS];
    int tax_per_factory, tax_per_flag, army_pay, fleet_pay, pay_out_of_revenue;
    int bonus_by_increase, bonus_from_bank, end_points;
    int step_base, step_per_factor, free_steps, max_steps;
    Set fleet_next[REGIONS];
    PyObject *reach, *table;
} Writer;

static inline int capped(long amount) { return amount < ON ? (int)amount : ON; }
static inline int count_of(Set set) { return __builtin_popcountll(set); }
static inline Byte on(int yes) { return yes ? ON : 0; }

static inline long number(PyObject *object) { return PyLong_AsLong(object); }
static inline long at(PyObject *list, Py_ssize_t i) { return number(PyList_GET_ITEM(list, i)); }
static inline Set set_at(PyObject *list, Py_ssize_t i) {
    return (Set)PyLong_AsUnsignedLongLong(PyList_GET_ITEM(list, i));
}

/* The row of a set: `value` for each member below `size`. */
static inline void put_set(Byte *out, Set set, int size, int value) {
    set &= size >= 64 ? ~(Set)0 : (((Set)1 << size) - 1);
    for (; set; set &= set - 1) out[__builtin_ctzll(set)] = (Byte)value;
}

/* Counts above 1 of some regions; region 0 would be at `out`. */
static inline void put_counts(Byte *out, PyObject *counts, Py_ssize_t start, Set places) {
    for (; places; places &= places - 1) {
        int region = __builtin_ctzll(places);
        long count = at(counts, start + region);
        if (count > 1) out[region] = (Byte)capped(count * UNIT);
    }
}

typedef struct {
    PyObject *field[FIELD_COUNT];
    long kind, actor, nation, phase, marker;
    Set army_at[NATIONS], friend_at[NATIONS], fleet_at[NATIONS], flags[NATIONS], factories, invaded;
    long treasury[NATIONS], government[NATIONS], power[NATIONS];
    int held[SEATS * NATIONS];
} Seen;

#define GET(seen, name) ((seen)->field[F_##name])
#define NUMBER(seen, name) number(GET(seen, name))
#define SET(seen, name) ((Set)PyLong_AsUnsignedLongLong(GET(seen, name)))

static void forget(Seen *seen) {
    for (int i = 0; i < FIELD_COUNT; i++) Py_CLEAR(seen->field[i]);
}

static int look(const Writer *writer, PyObject *state, Seen *seen) {
    memset(seen->field, 0, sizeof seen->field);
    for (int i = 0; i < FIELD_COUNT; i++) {
        seen->field[i] = PyObject_GetAttr(state, field_names[i]);
        if (!seen->field[i]) { forget(seen); return -1; }
    }
    seen->kind = NUMBER(seen, kind);
    seen->actor = NUMBER(seen, actor);
    seen->nation = NUMBER(seen, nation);
    seen->phase = NUMBER(seen, phase);
    seen->factories = SET(seen, factories);
    seen->invaded = SET(seen, invaded);
    for (int n = 0; n < NATIONS; n++) {
        seen->army_at[n] = set_at(GET(seen, army_at), n);
        seen->friend_at[n] = set_at(GET(seen, friend_at), n);
        seen->fleet_at[n] = set_at(GET(seen, fleet_at), n);
        seen->flags[n] = set_at(GET(seen, flags), n);
        seen->treasury[n] = at(GET(seen, treasury), n);
        seen->government[n] = at(GET(seen, government), n);
        seen->power[n] = at(GET(seen, power), n);
    }
    for (int i = 0; i < writer->players * NATIONS; i++) seen->held[i] = (int)at(GET(seen, held), i);
    seen->marker = at(GET(seen, marker), seen->nation < 0 ? NATIONS - 1 : seen->nation);
    return 0;
}

static Byte *put_players(const Writer *w, Seen *s, Byte *out) {
    int turns[SEATS] = {0}, secret = w->secret && s->kind != GAME_OVER;
    PyObject *queue = GET(s, queue);
    if (s->kind == INVEST || s->kind == DRAFT_BOND || s->kind == SWISS_FORCE)
        for (Py_ssize_t i = 0; i < PyList_GET_SIZE(queue); i++) {
            long turn = at(queue, i);
            turns[s->kind == INVEST ? turn >> 3 : turn]++;
        }
    long ties = s->kind == INVEST ? NUMBER(s, ties_from) : -1, card = NUMBER(s, card);
    Set banks = SET(s, banks);
    for (int k = 0; k < w->players; k++, out += 13) {
        int player = (int)((s->actor + k) % w->players), hidden = secret && k > 0;
        long cash = hidden ? 0 : at(GET(s, cash), player);
        int governed = 0, points = 0, interest = 0, credit = 0;
        for (int n = 0; n < NATIONS; n++) {
            int held = s->held[player * NATIONS + n];
            if (!held) continue;
            interest += w->interest[held];
            points += w->interest[held] * w->power_factor[s->power[n]];
            credit += w->credit[held];
            governed += s->government[n] == player;
        }
        out[0] = ON;
        out[1] = on(k == 0);
        out[2] = (Byte)capped(cash * CASH);
        out[3] = (Byte)capped(cash);
        out[4] = on(hidden);
        out[5] = on(player == card);
        out[6] = on(banks >> player & 1);
        out[7] = (Byte)(governed * SHARE);
        out[8] = (Byte)capped(points);
        out[9] = (Byte)capped(interest * INTEREST);
        out[10] = (Byte)capped(credit);
        out[11] = (Byte)capped(turns[player] * TURN);
        out[12] = on(player == ties);
    }
    return out + (SEATS - w->players) * 13;
}

static void put_papers(const Writer *w, Seen *s, int n, int total, int due, Byte *out) {
    long government = s->government[n];
    int credits[SEATS], most = 0, second = 0;
    if (government >= 0) out[(government - s->actor + w->players) % w->players] = ON;
    put_set(out + 6, (Set)at(GET(s, stock), n), VALUES, ON);
    put_set(out + 15, (Set)s->held[s->actor * NATIONS + n], VALUES, ON);
    out[24] = (Byte)capped(total * INTEREST);
    out[25] = (Byte)capped(due * INTEREST);
    for (int k = 0; k < w->players; k++) {
        int player = (int)((s->actor + k) % w->players), held = s->held[player * NATIONS + n];
        credits[k] = w->credit[held];
        if (credits[k] > most) most = credits[k];
        if (player != government && credits[k] > second) second = credits[k];
        out[27 + k] = (Byte)capped(credits[k] * CREDIT);
        out[33 + k] = (Byte)capped(w->interest[held] * INTEREST);
    }
    for (int k = 0; k < w->players; k++) out[39 + k] = (Byte)capped((most - credits[k]) * CREDIT);
    if (government >= 0) {
        int lead = w->credit[s->held[government * NATIONS + n]] - second;
        out[26] = (Byte)capped((lead > 0 ? lead : 0) * CREDIT);
    }
}

static void put_standing(const Writer *w, Seen *s, int n, Byte *out) {
    Set occupied = s->invaded & w->home[n], factories = s->factories & w->home[n];
    int built = count_of(factories), working = count_of(factories & ~occupied);
    int flags = count_of(s->flags[n]), factor = w->power_factor[s->power[n]];
    int armies = (int)at(GET(s, army_count), n), fleets = (int)at(GET(s, fleet_count), n);
    int marker = (int)at(GET(s, tax_marker), n);
    long treasury = s->treasury[n];
    out[0] = (Byte)capped(treasury * TREASURY);
    out[1] = (Byte)capped(treasury * TREASURY_COARSE);
    out[2] = (Byte)capped(s->power[n] * POINTS);
    out[3] = (Byte)capped(factor * FACTOR);
    out[4] = (Byte)capped(marker * FIELD);
    out[5] = (Byte)capped((w->step_base + w->step_per_factor * factor) * SHARE);
    out[6] = (Byte)capped(armies * PIECE);
    out[7] = (Byte)capped(fleets * PIECE);
    out[8] = (Byte)capped(flags * PIECE);
    out[9] = (Byte)capped((w->army_supply[n] - armies) * PIECE);
    out[10] = (Byte)capped((w->fleet_supply[n] - fleets) * PIECE);
    out[11] = (Byte)capped((w->flag_supply[n] - flags) * PIECE);
    out[12] = (Byte)capped(built * BUILDING);
    out[13] = (Byte)(working * BUILDING);
    out[14] = (Byte)capped(count_of(occupied) * BUILDING);
    int revenue = w->tax_per_factory * working + w->tax_per_flag * flags;
    int pay = w->army_pay * armies + w->fleet_pay * fleets;
    long least = w->pay_out_of_revenue ? 0 : -treasury, gain = revenue - pay;
    if (gain < least) gain = least;
    int points = w->tax_power[revenue], left = w->end_points - (int)s->power[n];
    if (points > left) points = left;
    long bonus = w->tax_bonus[revenue];
    if (w->bonus_by_increase) {
        bonus = w->tax_field[revenue] - marker;
        if (bonus < 0) bonus = 0;
    }
    if (!w->bonus_from_bank && bonus > treasury + gain) bonus = treasury + gain;
    out[15] = (Byte)capped(revenue * TAXES);
    out[16] = (Byte)capped(pay * PAY);
    out[17] = (Byte)capped(bonus * BONUS);
    out[18] = (Byte)(gain > 0 ? capped(gain * TAXES) : 0);
    out[19] = (Byte)(gain < 0 ? capped(-gain * TAXES) : 0);
    out[20] = (Byte)capped(points * BONUS);
    out[21] = on(s->power[n] + points == w->end_points);
}

static Byte *put_nations(const Writer *w, Seen *s, int first, Byte *out) {
    long about = NUMBER(s, about), last = NUMBER(s, last_nation);
    int invests = s->kind == INVEST, asking = s->kind == ASK_NEXT || s->kind == BATTLE_DEMAND;
    long round_for = invests ? NUMBER(s, round_for) : -1;
    Set traded = invests ? SET(s, traded) : 0, unasked = asking ? SET(s, unasked) : 0;
    for (int k = 0; k < NATIONS; k++, out += 89) {
        int n = (first + k) % NATIONS;
        long marker = at(GET(s, marker), n), government = s->government[n];
        out[n] = ON;
        if (marker >= 0) out[6 + marker] = ON;
        out[14] = (Byte)((n - s->nation + NATIONS) % NATIONS * SHARE);
        out[15] = on(n == s->nation);
        out[16] = on(n == about);
        out[17] = on(n == last);
        int total = w->interest[w->bond_stock ^ at(GET(s, stock), n)], due = 0;
        if (government >= 0) due = total - w->interest[s->held[government * NATIONS + n]];
        put_papers(w, s, n, total, due, out + 18);
        put_standing(w, s, n, out + 63);
        long lacking = due - s->treasury[n];
        out[85] = (Byte)(government >= 0 && lacking > 0 ? capped(lacking * INTEREST) : 0);
        out[86] = on(traded >> n & 1);
        out[87] = on(n == round_for);
        out[88] = on(unasked >> n & 1);
    }
    return out;
}

static Byte *put_turn(const Writer *w, Seen *s, int maneuvers, Byte *out) {
    int chosen = s->phase > SLOT_PHASE, factor = w->power_factor[s->power[s->nation < 0 ? 5 : s->nation]];
    int price = w->step_base + w->step_per_factor * factor;
    out[s->phase] = ON;
    if (s->kind < KINDS) out[5 + s->kind] = ON;
    if (chosen && NUMBER(s, announced) >= 0) out[19 + NUMBER(s, announced)] = ON;
    for (int slot = 0; slot < SLOTS; slot++) {
        int steps = (int)(slot - s->marker + SLOTS) % SLOTS, paid = steps - w->free_steps;
        int amount = (paid > 0 ? paid : 0) * price * PRICE;
        if (s->marker < 0) out[27 + slot] = 0;
        else if (steps < 1 || steps > w->max_steps) out[27 + slot] = ON;
        else out[27 + slot] = (Byte)(amount < ON - 1 ? amount : ON - 1);
    }
    out[35] = (Byte)capped(NUMBER(s, round) * ROUND);
    out[36] = on(chosen && NUMBER(s, passed_investor));
    out[37] = on(NUMBER(s, reviving) != 0);
    out[38] = (Byte)(s->kind == IMPORT_UNIT ? NUMBER(s, imports_left) * IMPORT : 0);
    out[39] = (Byte)(maneuvers ? capped(PyTuple_GET_SIZE(GET(s, convoys)) * UNIT) : 0);
    if (maneuvers && NUMBER(s, place) >= 0) out[40 + NUMBER(s, piece)] = ON;
    return out + 44;
}

static Byte *put_units(const Writer *w, Seen *s, int first, Byte *out) {
    for (int k = 0; k < NATIONS; k++) {
        int n = (first + k) % NATIONS;
        put_set(out, s->army_at[n], w->lands, UNIT);
        put_set(out + w->lands, s->friend_at[n], w->homes, UNIT);
        put_set(out + w->lands + w->homes, s->fleet_at[n] >> w->lands, w->seas, UNIT);
        put_counts(out, GET(s, armies), n * w->lands, s->army_at[n]);
        put_counts(out + w->lands, GET(s, friends), n * w->lands, s->friend_at[n]);
        put_counts(out + w->homes, GET(s, fleets), n * w->regions, s->fleet_at[n] & w->sea_set);
        out += w->lands + w->homes + w->seas;
        put_set(out, s->flags[n] >> w->homes, w->regions - w->homes, ON);
        out += w->regions - w->homes;
    }
    return out;
}

/* Where armies can get is the engine's own answer; where there are none, nowhere. */
static int army_reach(const Writer *w, PyObject *state, Seen *s, int maneuvers, Set *found) {
    Set armies = s->army_at[s->nation] | s->friend_at[s->nation];
    if (maneuvers) armies = SET(s, fresh_army_at) | SET(s, fresh_friend_at);
    *found = 0;
    if (!armies) return 0;
    PyObject *answer = PyObject_CallOneArg(w->reach, state);
    if (!answer) return -1;
    *found = (Set)PyLong_AsUnsignedLongLong(answer);
    Py_DECREF(answer);
    return 0;
}

static Byte *put_board(const Writer *w, PyObject *state, Seen *s, int maneuvers, Byte *out) {
    Set ports = 0, land, sea = 0, places = s->fleet_at[s->nation];
    for (int n = 0; n < NATIONS; n++) ports |= s->fleet_at[n];
    put_set(out, s->factories, w->homes, ON);
    put_set(out + w->homes, ports & w->all_homes, w->homes, UNIT);
    for (int n = 0; n < NATIONS; n++) {
        Set own = s->fleet_at[n] & w->all_homes;
        if (own) put_counts(out + w->homes, GET(s, fleets), n * w->regions, own);
    }
    put_set(out + 2 * w->homes, s->invaded, w->homes, ON);
    if (s->kind == PRODUCE) put_set(out + 3 * w->homes, SET(s, used), w->homes, ON);
    out += 4 * w->homes;
    if (army_reach(w, state, s, maneuvers, &land) < 0) return NULL;
    put_set(out, land, w->lands, ON);
    if (maneuvers) places = SET(s, fresh_fleet_at);
    for (; places; places &= places - 1) sea |= w->fleet_next[__builtin_ctzll(places)];
    put_set(out + w->lands, sea >> w->lands, w->seas, ON);
    return out + w->lands + w->seas;
}

/* Where the order that waits for consent begins and ends. */
static int order_ends(const Writer *w, Seen *s, Set *origin, Set *place) {
    long army_move, order = NUMBER(s, order);
    PyObject *found = PyObject_GetAttrString(w->table, "army_move");
    if (!found) return -1;
    army_move = number(found);
    Py_DECREF(found);
    const char *method = order < army_move ? "split_fleet_move" : "split_army_move";
    found = PyObject_CallMethod(w->table, method, "l", order);
    if (!found) return -1;
    *origin = (Set)1 << number(PyTuple_GET_ITEM(found, 0));
    *place = (Set)1 << number(PyTuple_GET_ITEM(found, 1));
    Py_DECREF(found);
    return 0;
}

static int put_maneuver(const Writer *w, Seen *s, Byte *out) {
    Set armies = SET(s, fresh_army_at), friends = SET(s, fresh_friend_at);
    Set fleets = SET(s, fresh_fleet_at), embarked = 0, landed = 0, refused = 0, asked = 0;
    Set origin = 0, place = NUMBER(s, place) < 0 ? 0 : (Set)1 << NUMBER(s, place);
    PyObject *convoys = GET(s, convoys), *canals = GET(s, canals);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(convoys); i++) {
        PyObject *convoy = PyTuple_GET_ITEM(convoys, i);
        embarked |= (Set)PyLong_AsUnsignedLongLong(PyTuple_GET_ITEM(convoy, 0));
        landed |= (Set)PyLong_AsUnsignedLongLong(PyTuple_GET_ITEM(convoy, 1));
    }
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(GET(s, refused)); i++)
        if (set_at(GET(s, refused), i)) refused |= (Set)1 << i;
    if (s->kind == CANAL_CONSENT) {
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(canals); i++)
            asked |= (Set)1 << number(PyTuple_GET_ITEM(canals, i));
        if (order_ends(w, s, &origin, &place) < 0) return -1;
    }
    put_set(out, armies, w->lands, UNIT);
    put_counts(out, GET(s, fresh_armies), 0, armies);
    out += w->lands;
    put_set(out, friends, w->homes, UNIT);
    put_counts(out, GET(s, fresh_friends), 0, friends);
    out += w->homes;
    put_set(out, fleets >> w->lands, w->seas, UNIT);
    put_counts(out - w->lands, GET(s, fresh_fleets), 0, fleets & w->sea_set);
    out += w->seas;
    put_set(out, fleets & w->all_homes, w->homes, UNIT);
    put_counts(out, GET(s, fresh_fleets), 0, fleets & w->all_homes);
    out += w->homes;
    put_set(out, embarked >> w->lands, w->seas, ON);
    put_set(out + w->seas, landed >> w->lands, w->seas, ON);
    out += 2 * w->seas;
    put_set(out, SET(s, open_canals), w->canals, ON);
    put_set(out + w->canals, refused, w->canals, ON);
    put_set(out + 2 * w->canals, asked, w->canals, ON);
    out += 3 * w->canals;
    put_set(out, origin, w->regions, ON);
    put_set(out + w->regions, place, w->regions, ON);
    return 0;
}

static int put_all(const Writer *w, PyObject *state, Byte *out) {
    Seen seen, *s = &seen;
    if (look(w, state, s) < 0) return -1;
    long about = NUMBER(s, about);
    int first = (int)(about >= 0 ? about : s->nation > 0 ? s->nation : 0);
    int maneuvers = FLEET_ORDER <= s->kind && s->kind <= ARMY_ORDER, failed = 0;
    memset(out, 0, w->size);
    memcpy(out, w->options, w->option_count);
    out = put_players(w, s, out + w->option_count);
    out = put_nations(w, s, first, out);
    out = put_turn(w, s, maneuvers, out);
    out = put_units(w, s, first, out);
    out = put_board(w, state, s, maneuvers, out);
    if (!out || (maneuvers && put_maneuver(w, s, out) < 0)) failed = -1;
    forget(s);
    return failed || PyErr_Occurred() ? -1 : 0;
}

/* Writer.write(state, buffer, at): what the one sees who must decide. */
static PyObject *writer_write(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    Writer *w = (Writer *)self;
    Py_buffer buffer;
    if (count != 3) { PyErr_SetString(PyExc_TypeError, "state, buffer, at"); return NULL; }
    Py_ssize_t start = PyLong_AsSsize_t(args[2]);
    if (PyObject_GetBuffer(args[1], &buffer, PyBUF_WRITABLE) < 0) return NULL;
    int failed = -1;
    if (start < 0 || start + w->size > buffer.len)
        PyErr_SetString(PyExc_ValueError, "there is no room for the position");
    else
        failed = put_all(w, args[0], (Byte *)buffer.buf + start);
    PyBuffer_Release(&buffer);
    if (failed < 0) return NULL;
    Py_RETURN_NONE;
}

static int get_int(PyObject *from, const char *name, int *into) {
    PyObject *found = PyObject_GetAttrString(from, name);
    if (!found) return -1;
    *into = (int)number(found);
    Py_DECREF(found);
    return 0;
}

static int get_set(PyObject *from, const char *name, Set *into) {
    PyObject *found = PyObject_GetAttrString(from, name);
    if (!found) return -1;
    *into = (Set)PyLong_AsUnsignedLongLong(found);
    Py_DECREF(found);
    return 0;
}

static int get_ints(PyObject *from, const char *name, int *into, Py_ssize_t most) {
    PyObject *found = PyObject_GetAttrString(from, name);
    if (!found) return -1;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(found) && i < most; i++) into[i] = (int)at(found, i);
    Py_DECREF(found);
    return 0;
}

static int get_sets(PyObject *from, const char *name, Set *into, Py_ssize_t most) {
    PyObject *found = PyObject_GetAttrString(from, name);
    if (!found) return -1;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(found) && i < most; i++) into[i] = set_at(found, i);
    Py_DECREF(found);
    return 0;
}

/* Writer(rules, options, size, reach): the bytes of the options, the size of a position and where
   armies can get are the engine's. */
static int writer_init(PyObject *self, PyObject *args, PyObject *named) {
    Writer *w = (Writer *)self;
    PyObject *rules, *options, *reach;
    const char *text;
    Py_ssize_t length;
    (void)named;
    if (!PyArg_ParseTuple(args, "Oy#iO", &rules, &text, &length, &w->size, &reach)) return -1;
    w->option_count = (int)length;
    memcpy(w->options, text, length);
    Py_INCREF(reach);
    w->reach = reach;
    PyObject *board = PyObject_GetAttrString(rules, "board");
    PyObject *bonds = PyObject_GetAttrString(rules, "bonds");
    w->table = PyObject_GetAttrString(rules, "table");
    options = PyObject_GetAttrString(rules, "options");
    PyObject *canals = board ? PyObject_GetAttrString(board, "canals") : NULL;
    if (!board || !bonds || !options || !w->table || !canals) return -1;
    w->canals = (int)PyObject_Length(canals);
#define INT(from, name, into) if (get_int(from, #name, &w->into) < 0) return -1
#define INTS(from, name, most) if (get_ints(from, #name, w->name, most) < 0) return -1
    INT(rules, players, players); INT(options, secret_cash, secret);
    INT(board, home_count, homes); INT(board, land_count, lands); INT(board, sea_count, seas);
    INT(board, region_count, regions); INT(rules, bond_stock, bond_stock);
    INT(rules, tax_per_factory, tax_per_factory); INT(rules, tax_per_flag, tax_per_flag);
    INT(rules, army_pay, army_pay); INT(rules, fleet_pay, fleet_pay);
    INT(rules, pay_out_of_revenue, pay_out_of_revenue);
    INT(rules, bonus_by_increase, bonus_by_increase);
    INT(rules, bonus_from_bank, bonus_from_bank); INT(rules, end_points, end_points);
    INT(rules, extra_step_base, step_base); INT(rules, extra_step_per_factor, step_per_factor);
    INT(rules, free_steps, free_steps); INT(rules, max_steps, max_steps);
    INTS(rules, power_factor, MOST_FIELDS); INTS(rules, tax_field, MOST_FIELDS);
    INTS(rules, tax_bonus, MOST_FIELDS); INTS(rules, tax_power, MOST_FIELDS);
    INTS(bonds, interest, BONDSETS); INTS(bonds, credit, BONDSETS);
    INTS(rules, army_supply, NATIONS); INTS(rules, fleet_supply, NATIONS);
    INTS(rules, flag_supply, NATIONS);
    if (get_sets(board, "home", w->home, NATIONS) < 0) return -1;
    if (get_sets(board, "fleet_next", w->fleet_next, REGIONS) < 0) return -1;
    if (get_set(board, "all_homes", &w->all_homes) < 0) return -1;
    if (get_set(board, "seas", &w->sea_set) < 0) return -1;
    Py_DECREF(board); Py_DECREF(bonds); Py_DECREF(options); Py_DECREF(canals);
    return PyErr_Occurred() ? -1 : 0;
}

static void writer_free(PyObject *self) {
    Py_XDECREF(((Writer *)self)->reach);
    Py_XDECREF(((Writer *)self)->table);
    Py_TYPE(self)->tp_free(self);
}

/* write_legal(states, tables, buffer, counts): the entries of all legal actions one after the
   other, by the table for each position's first nation; returns how many, or -1 for too many. */
static PyObject *write_legal(PyObject *module, PyObject *const *args, Py_ssize_t count) {
    Py_buffer buffer, counts;
    (void)module;
    if (count != 4) { PyErr_SetString(PyExc_TypeError, "states, tables, buffer, counts"); return NULL; }
    if (PyObject_GetBuffer(args[2], &buffer, PyBUF_WRITABLE) < 0) return NULL;
    if (PyObject_GetBuffer(args[3], &counts, PyBUF_WRITABLE) < 0) return NULL;
    int32_t *out = buffer.buf, *each = counts.buf;
    Py_ssize_t room = buffer.len / 4, used = 0, states = PyList_GET_SIZE(args[0]);
    for (Py_ssize_t i = 0; i < states && used >= 0; i++) {
        PyObject *state = PyList_GET_ITEM(args[0], i);
        PyObject *about = PyObject_GetAttr(state, field_names[F_about]);
        PyObject *nation = PyObject_GetAttr(state, field_names[F_nation]);
        PyObject *legal = PyObject_GetAttr(state, field_names[F_legal]);
        if (about && nation && legal) {
            long first = number(about) >= 0 ? number(about) : number(nation) > 0 ? number(nation) : 0;
            PyObject *table = PyList_GET_ITEM(args[1], first);
            Py_ssize_t length = PyList_GET_SIZE(legal);
            if (used + length > room) used = -1;
            else {
                for (Py_ssize_t j = 0; j < length; j++)
                    out[used + j] = (int32_t)at(table, at(legal, j));
                each[i] = (int32_t)length;
                used += length;
            }
        }
        Py_XDECREF(about); Py_XDECREF(nation); Py_XDECREF(legal);
    }
    PyBuffer_Release(&buffer);
    PyBuffer_Release(&counts);
    if (PyErr_Occurred()) return NULL;
    return PyLong_FromSsize_t(used);
}

static PyMethodDef writer_methods[] = {
    {"write", (PyCFunction)(void (*)(void))writer_write, METH_FASTCALL, "write(state, buffer, at)"},
    {NULL, NULL, 0, NULL}};

static PyTypeObject WriterType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "writing.Writer",
    .tp_basicsize = sizeof(Writer),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = writer_init,
    .tp_dealloc = writer_free,
    .tp_methods = writer_methods,
};

static PyMethodDef functions[] = {
    {"write_legal", (PyCFunction)(void (*)(void))write_legal, METH_FASTCALL,
     "write_legal(states, tables, buffer, counts)"},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "writing", "Positions as rows of bytes, fast.", -1, functions,
    NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_writing(void) {
    if (PyType_Ready(&WriterType) < 0) return NULL;
    for (int i = 0; i < FIELD_COUNT; i++) field_names[i] = PyUnicode_InternFromString(field_texts[i]);
    PyObject *module = PyModule_Create(&definition);
    if (!module) return NULL;
    Py_INCREF(&WriterType);
    PyModule_AddObject(module, "Writer", (PyObject *)&WriterType);
    return module;
}
