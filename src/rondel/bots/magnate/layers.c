/* The compiled form of the module `layers`: the same numbers as `layers.py` computes, up to
   rounding. A position has few bytes that are not 0, so that the first layer adds up the columns
   of those alone; the others keep a block of results in registers. One core, no library. Compared
   with the plain form by tests/bots/test_layers.py. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS = 6, LINE = 64, ROWS = 4 };
#define EPSILON 1e-5f

/* A layer: columns in panels that fit into registers, the rest of the last one 0. */
typedef struct {
    int inputs, outputs, panels;
    float *weights, *bias;
} Dense;

typedef struct {
    PyObject_HEAD
    int size, width, blocks, entries, inner;
    float *into, *into_bias, *policy, *policy_bias;
    Dense *dense; /* Two for each block, then the judgement, wins and shares. */
} Layers;

typedef struct {
    int panel; /* Columns that are computed at once. */
    void (*dense)(const Dense *, const float *, int, float *);
    void (*into)(const Layers *, const uint8_t *, int *, float *);
} Kernel;

/* What is computed in one way for each kind of processor --------------------------------------- */

#ifdef __GNUC__
#define KERNEL(NAME, TARGET, BYTES, COLUMNS)                                                       \
    typedef float NAME##_vector __attribute__((vector_size(BYTES), aligned(4)));                   \
    enum { NAME##_lanes = BYTES / 4, NAME##_panel = COLUMNS * BYTES / 4 };                         \
                                                                                                   \
    /* Some rows times one panel. */                                                               \
    TARGET static inline __attribute__((always_inline)) void NAME##_block(                         \
        const float *x, int inputs, const float *weights, const float *bias, int rows,             \
        float *sums) {                                                                             \
        NAME##_vector found[ROWS][COLUMNS];                                                        \
        for (int r = 0; r < rows; r++)                                                             \
            for (int c = 0; c < COLUMNS; c++)                                                      \
                found[r][c] = *(const NAME##_vector *)(bias + c * NAME##_lanes);                   \
        for (int k = 0; k < inputs; k++) {                                                         \
            const float *column = weights + (size_t)k * NAME##_panel;                              \
            for (int c = 0; c < COLUMNS; c++) {                                                    \
                NAME##_vector w = *(const NAME##_vector *)(column + c * NAME##_lanes);             \
                for (int r = 0; r < rows; r++) found[r][c] += x[(size_t)r * inputs + k] * w;       \
            }                                                                                      \
        }                                                                                          \
        for (int r = 0; r < rows; r++)                                                             \
            for (int c = 0; c < COLUMNS; c++)                                                      \
                *(NAME##_vector *)(sums + r * NAME##_panel + c * NAME##_lanes) = found[r][c];      \
    }                                                                                              \
                                                                                                   \
    TARGET static void NAME##_dense(const Dense *layer, const float *x, int rows, float *out) {    \
        int inputs = layer->inputs, outputs = layer->outputs;                                      \
        float sums[ROWS * NAME##_panel];                                                           \
        for (int p = 0; p < layer->panels; p++) {                                                  \
            const float *weights = layer->weights + (size_t)p * inputs * NAME##_panel;             \
            const float *bias = layer->bias + p * NAME##_panel;                                    \
            int first = p * NAME##_panel;                                                          \
            int used = outputs - first < NAME##_panel ? outputs - first : NAME##_panel;            \
            for (int row = 0; row < rows; row += ROWS) {                                           \
                const float *from = x + (size_t)row * inputs;                                      \
                int count = rows - row < ROWS ? rows - row : ROWS;                                 \
                switch (count) {                                                                   \
                case 1: NAME##_block(from, inputs, weights, bias, 1, sums); break;                 \
                case 2: NAME##_block(from, inputs, weights, bias, 2, sums); break;                 \
                case 3: NAME##_block(from, inputs, weights, bias, 3, sums); break;                 \
                default: NAME##_block(from, inputs, weights, bias, 4, sums);                       \
                }                                                                                  \
                for (int r = 0; r < count; r++)                                                    \
                    memcpy(out + (size_t)(row + r) * outputs + first,                              \
                           sums + r * NAME##_panel, used * sizeof(float));                         \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    /* Some results of the first layer, so many vectors of them. */                                \
    TARGET static inline __attribute__((always_inline)) void NAME##_sums(                          \
        const Layers *self, const uint8_t *seen, const int *lit, int count, int at, int wide,      \
        float *out) {                                                                              \
        NAME##_vector found[ROWS * COLUMNS];                                                       \
        for (int c = 0; c < wide; c++)                                                             \
            found[c] = *(const NAME##_vector *)(self->into_bias + at + c * NAME##_lanes);          \
        for (int i = 0; i < count; i++) {                                                          \
            const float *row = self->into + (size_t)lit[i] * self->width + at;                     \
            float value = seen[lit[i]];                                                            \
            for (int c = 0; c < wide; c++)                                                         \
                found[c] += value * *(const NAME##_vector *)(row + c * NAME##_lanes);              \
        }                                                                                          \
        for (int c = 0; c < wide; c++)                                                             \
            *(NAME##_vector *)(out + at + c * NAME##_lanes) = found[c];                            \
    }                                                                                              \
                                                                                                   \
    /* The first layer of one position; `lit` has room for the places of its bytes. */             \
    TARGET static void NAME##_into(const Layers *self, const uint8_t *seen, int *lit,              \
                                   float *out) {                                                   \
        enum { MANY = ROWS * COLUMNS, FEW = COLUMNS };                                             \
        int count = lit_places(seen, self->size, lit), width = self->width, at = 0;                \
        for (; at + MANY * NAME##_lanes <= width; at += MANY * NAME##_lanes)                       \
            NAME##_sums(self, seen, lit, count, at, MANY, out);                                    \
        for (; at + FEW * NAME##_lanes <= width; at += FEW * NAME##_lanes)                         \
            NAME##_sums(self, seen, lit, count, at, FEW, out);                                     \
        into_rest(self, seen, lit, count, at, out);                                                \
    }                                                                                              \
                                                                                                   \
    static const Kernel NAME = {NAME##_panel, NAME##_dense, NAME##_into};
#endif

/* The places of bytes that are not 0. */
static inline int lit_places(const uint8_t *seen, int size, int *lit) {
    int count = 0;
    for (int i = 0; i < size; i++) {
        lit[count] = i;
        count += seen[i] != 0;
    }
    return count;
}

/* The columns of the first layer from `at` on. */
static void into_rest(const Layers *self, const uint8_t *seen, const int *lit, int count, int at,
                      float *out) {
    for (int j = at; j < self->width; j++) {
        float sum = self->into_bias[j];
        for (int i = 0; i < count; i++)
            sum += (float)seen[lit[i]] * self->into[(size_t)lit[i] * self->width + j];
        out[j] = sum;
    }
}

#ifdef __GNUC__
#if defined(__x86_64__)
KERNEL(wide, __attribute__((target("avx512f,fma"))), 64, 6)
KERNEL(middle, __attribute__((target("avx2,fma"))), 32, 3)
#endif
KERNEL(narrow, , 16, 3)
#else
enum { PLAIN_PANEL = 8 };

static void plain_dense(const Dense *layer, const float *x, int rows, float *out) {
    int inputs = layer->inputs, outputs = layer->outputs;
    for (int row = 0; row < rows; row++)
        for (int p = 0; p < layer->panels; p++) {
            float sums[PLAIN_PANEL];
            const float *weights = layer->weights + (size_t)p * inputs * PLAIN_PANEL;
            memcpy(sums, layer->bias + p * PLAIN_PANEL, sizeof sums);
            for (int k = 0; k < inputs; k++)
                for (int c = 0; c < PLAIN_PANEL; c++)
                    sums[c] += x[(size_t)row * inputs + k] * weights[k * PLAIN_PANEL + c];
            for (int c = 0; c < PLAIN_PANEL && p * PLAIN_PANEL + c < outputs; c++)
                out[(size_t)row * outputs + p * PLAIN_PANEL + c] = sums[c];
        }
}

static void plain_into(const Layers *self, const uint8_t *seen, int *lit, float *out) {
    into_rest(self, seen, lit, lit_places(seen, self->size, lit), 0, out);
}

static const Kernel narrow = {PLAIN_PANEL, plain_dense, plain_into};
#endif

static const Kernel *kernel;

static void choose_kernel(void) {
    kernel = &narrow;
#if defined(__GNUC__) && defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) kernel = &middle;
    if (__builtin_cpu_supports("avx512f")) kernel = &wide;
#endif
}

/* What is the same for all ---------------------------------------------------------------------- */

static void norm(const float *values, int count, float *out) {
    float sum = 0;
    for (int i = 0; i < count; i++) sum += values[i] * values[i];
    float factor = 1.0f / sqrtf(sum / (float)count + EPSILON);
    for (int i = 0; i < count; i++) out[i] = values[i] * factor;
}

static void positive(float *values, size_t count) {
    for (size_t i = 0; i < count; i++) values[i] = values[i] > 0 ? values[i] : 0;
}

static void softmax(float *scores, int count) {
    float most = scores[0], sum = 0;
    for (int i = 1; i < count; i++) most = scores[i] > most ? scores[i] : most;
    for (int i = 0; i < count; i++) sum += scores[i] = expf(scores[i] - most);
    for (int i = 0; i < count; i++) scores[i] /= sum;
}

static float product(const float *a, const float *b, int count) {
    float parts[16] = {0}, sum = 0;
    int i = 0;
    for (; i + 16 <= count; i += 16)
        for (int j = 0; j < 16; j++) parts[j] += a[i + j] * b[i + j];
    for (; i < count; i++) sum += a[i] * b[i];
    for (int j = 0; j < 16; j++) sum += parts[j];
    return sum;
}

/* Room for one question; one piece of memory, cut into parts. */
typedef struct {
    float *values, *between, *inner, *judged, *wins, *shares, *chances;
    int *lit, *counts;
    int64_t *packed;
} Room;

static void *cut(char **at, size_t bytes) {
    void *part = *at;
    *at += (bytes + LINE - 1) / LINE * LINE;
    return part;
}

static size_t room_for(const Layers *self, int rows, Py_ssize_t actions, Room *room, char *memory) {
    char *at = memory;
    size_t wide = (size_t)rows * self->width * sizeof(float);
    room->values = cut(&at, wide);
    room->between = cut(&at, wide);
    room->inner = cut(&at, wide);
    room->judged = cut(&at, (size_t)rows * self->inner * sizeof(float));
    room->wins = cut(&at, (size_t)rows * SEATS * sizeof(float));
    room->shares = cut(&at, (size_t)rows * SEATS * sizeof(float));
    room->chances = cut(&at, (size_t)actions * sizeof(float));
    room->lit = cut(&at, (size_t)(self->size + 1) * sizeof(int));
    room->counts = cut(&at, (size_t)rows * sizeof(int));
    room->packed = cut(&at, (size_t)actions * sizeof(int64_t));
    return (size_t)(at - memory);
}

static void norm_all(const Layers *self, int rows, const float *values, float *out) {
    for (int r = 0; r < rows; r++)
        norm(values + (size_t)r * self->width, self->width, out + (size_t)r * self->width);
}

static void forward(const Layers *self, const uint8_t *seen, int rows, int players, Room *room) {
    size_t wide = (size_t)rows * self->width;
    for (int r = 0; r < rows; r++)
        kernel->into(self, seen + (size_t)r * self->size, room->lit,
                     room->values + (size_t)r * self->width);
    for (int i = 0; i < self->blocks; i++) {
        norm_all(self, rows, room->values, room->inner);
        kernel->dense(self->dense + 2 * i, room->inner, rows, room->between);
        positive(room->between, wide);
        kernel->dense(self->dense + 2 * i + 1, room->between, rows, room->inner);
        for (size_t j = 0; j < wide; j++) room->values[j] += room->inner[j];
    }
    norm_all(self, rows, room->values, room->inner);
    const Dense *last = self->dense + 2 * self->blocks;
    kernel->dense(last, room->inner, rows, room->judged);
    positive(room->judged, (size_t)rows * self->inner);
    kernel->dense(last + 1, room->judged, rows, room->wins);
    kernel->dense(last + 2, room->judged, rows, room->shares);
    float *chances = room->chances;
    const int64_t *packed = room->packed;
    for (int r = 0; r < rows; r++) {
        softmax(room->wins + r * SEATS, players);
        softmax(room->shares + r * SEATS, players);
        const float *values = room->inner + (size_t)r * self->width;
        for (int i = 0; i < room->counts[r]; i++, packed++) {
            int64_t entry = *packed / self->entries, detail = *packed % self->entries;
            chances[i] = self->policy_bias[entry] + self->policy_bias[detail]
                + product(self->policy + entry * self->width, values, self->width)
                + product(self->policy + detail * self->width, values, self->width);
        }
        softmax(chances, room->counts[r]);
        chances += room->counts[r];
    }
}

/* Questions and answers -------------------------------------------------------------------------- */

static int read_counts(PyObject *list, int *counts, Py_ssize_t actions) {
    Py_ssize_t sum = 0;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        long count = PyLong_AsLong(PyList_GET_ITEM(list, i));
        if (count == -1 && PyErr_Occurred()) return -1;
        if (count < 1 || count > actions - sum) {
            sum = -1;
            break;
        }
        counts[i] = (int)count;
        sum += count;
    }
    if (sum == actions) return 0;
    PyErr_SetString(PyExc_ValueError, "the counts are not those of the actions");
    return -1;
}

static int read_packed(PyObject *list, int64_t *packed, int entries) {
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++) {
        packed[i] = PyLong_AsLongLong(PyList_GET_ITEM(list, i));
        if (packed[i] < 0 || packed[i] >= (int64_t)entries * entries) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "there is no such entry");
            return -1;
        }
    }
    return 0;
}

static PyObject *list_of(const float *numbers, Py_ssize_t count) {
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list && i < count; i++) {
        PyObject *number = PyFloat_FromDouble(numbers[i]);
        if (!number) Py_CLEAR(list);
        else PyList_SET_ITEM(list, i, number);
    }
    return list;
}

static PyObject *lists_of(const float *numbers, int rows, int players) {
    PyObject *lists = PyList_New(rows);
    for (int r = 0; lists && r < rows; r++) {
        PyObject *list = list_of(numbers + r * SEATS, players);
        if (!list) Py_CLEAR(lists);
        else PyList_SET_ITEM(lists, r, list);
    }
    return lists;
}

static PyObject *judged(const Layers *self, const Py_buffer *seen, int players, PyObject *packed,
                        PyObject *counts) {
    Py_ssize_t actions = PyList_GET_SIZE(packed), rows = PyList_GET_SIZE(counts);
    if (players < 1 || players > SEATS || seen->len != rows * self->size) {
        PyErr_SetString(PyExc_ValueError, "these are not positions of so many players");
        return NULL;
    }
    Room room;
    size_t bytes = room_for(self, (int)rows, actions, &room, NULL);
    char *memory = malloc(bytes + LINE), *begin;
    if (!memory) return PyErr_NoMemory();
    begin = memory + (LINE - (uintptr_t)memory % LINE) % LINE;
    room_for(self, (int)rows, actions, &room, begin);
    PyObject *answer = NULL;
    if (read_counts(counts, room.counts, actions) == 0
        && read_packed(packed, room.packed, self->entries) == 0) {
        Py_BEGIN_ALLOW_THREADS
        forward(self, seen->buf, (int)rows, players, &room);
        Py_END_ALLOW_THREADS
        answer = Py_BuildValue("(NNN)", list_of(room.chances, actions),
                               lists_of(room.wins, (int)rows, players),
                               lists_of(room.shares, (int)rows, players));
    }
    free(memory);
    return answer;
}

static PyObject *layers_judge(PyObject *self, PyObject *arguments) {
    Py_buffer seen;
    int players;
    PyObject *packed, *counts;
    if (!PyArg_ParseTuple(arguments, "y*iO!O!", &seen, &players, &PyList_Type, &packed,
                          &PyList_Type, &counts))
        return NULL;
    PyObject *answer = judged((const Layers *)self, &seen, players, packed, counts);
    PyBuffer_Release(&seen);
    return answer;
}

/* Weights ---------------------------------------------------------------------------------------- */

/* A copy of float32 numbers in rows and columns; NULL, with an error, if they are not that. */
static float *copied(PyObject *array, int rows, int columns) {
    Py_buffer view;
    if (PyObject_GetBuffer(array, &view, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) < 0) return NULL;
    float *found = NULL;
    size_t bytes = (size_t)rows * columns * sizeof(float);
    if (strcmp(view.format, "f") || (size_t)view.len != bytes)
        PyErr_SetString(PyExc_ValueError, "a layer has another shape");
    else if (!(found = malloc(bytes))) PyErr_NoMemory();
    else memcpy(found, view.buf, bytes);
    PyBuffer_Release(&view);
    return found;
}

/* The matrix and what is added, of a pair. */
static int read_layer(PyObject *pair, int inputs, int outputs, float **matrix, float **bias) {
    PyObject *rows, *added;
    if (!PyArg_ParseTuple(pair, "OO", &rows, &added)) return -1;
    *matrix = copied(rows, outputs, inputs);
    *bias = *matrix ? copied(added, 1, outputs) : NULL;
    return *bias ? 0 : -1;
}

static int read_dense(PyObject *pair, int inputs, int outputs, Dense *layer) {
    float *matrix = NULL, *bias = NULL;
    int panel = kernel->panel, found = read_layer(pair, inputs, outputs, &matrix, &bias);
    layer->inputs = inputs, layer->outputs = outputs;
    layer->panels = (outputs + panel - 1) / panel;
    layer->weights = calloc((size_t)layer->panels * panel * inputs, sizeof(float));
    layer->bias = calloc((size_t)layer->panels * panel, sizeof(float));
    if (found == 0 && layer->weights && layer->bias)
        for (int o = 0; o < outputs; o++) {
            float *column = layer->weights + (size_t)(o / panel) * inputs * panel + o % panel;
            for (int k = 0; k < inputs; k++) column[(size_t)k * panel] = matrix[(size_t)o * inputs + k];
            layer->bias[o] = bias[o];
        }
    else if (found == 0) PyErr_NoMemory(), found = -1;
    free(matrix), free(bias);
    return found;
}

/* The first layer, a row for each byte, and for bytes as they are. */
static int read_into(Layers *self, PyObject *pair) {
    float *matrix = NULL;
    int found = read_layer(pair, self->size, self->width, &matrix, &self->into_bias);
    self->into = malloc((size_t)self->size * self->width * sizeof(float));
    if (found == 0 && self->into)
        for (int o = 0; o < self->width; o++)
            for (int k = 0; k < self->size; k++)
                self->into[(size_t)k * self->width + o] = matrix[(size_t)o * self->size + k] / 255;
    else if (found == 0) PyErr_NoMemory(), found = -1;
    free(matrix);
    return found;
}

static int read_all(Layers *self, PyObject *layers) {
    int count = 2 * self->blocks, width = self->width, inner = self->inner;
    if (PyTuple_GET_SIZE(layers) != count + 5) {
        PyErr_SetString(PyExc_ValueError, "there are not so many layers");
        return -1;
    }
    self->dense = calloc((size_t)count + 3, sizeof(Dense));
    if (!self->dense) return PyErr_NoMemory(), -1;
    if (read_into(self, PyTuple_GET_ITEM(layers, 0)) < 0) return -1;
    for (int i = 0; i < count; i++)
        if (read_dense(PyTuple_GET_ITEM(layers, 1 + i), width, width, self->dense + i) < 0) return -1;
    if (read_layer(PyTuple_GET_ITEM(layers, count + 1), width, self->entries, &self->policy,
                   &self->policy_bias) < 0) return -1;
    Dense *last = self->dense + count;
    if (read_dense(PyTuple_GET_ITEM(layers, count + 2), width, inner, last) < 0) return -1;
    if (read_dense(PyTuple_GET_ITEM(layers, count + 3), inner, SEATS, last + 1) < 0) return -1;
    return read_dense(PyTuple_GET_ITEM(layers, count + 4), inner, SEATS, last + 2);
}

static int layers_init(PyObject *object, PyObject *arguments, PyObject *named) {
    Layers *self = (Layers *)object;
    PyObject *layers;
    if (self->dense) {
        PyErr_SetString(PyExc_RuntimeError, "it has its weights already");
        return -1;
    }
    if (!PyArg_ParseTuple(arguments, "iiiiO!", &self->size, &self->width, &self->inner,
                          &self->entries, &PyTuple_Type, &layers))
        return -1;
    if (self->size < 1 || self->width < 1 || self->inner < 1 || self->entries < 1) {
        PyErr_SetString(PyExc_ValueError, "a layer without numbers");
        return -1;
    }
    self->blocks = (int)(PyTuple_GET_SIZE(layers) - 5) / 2;
    return read_all(self, layers);
}

static void layers_free(PyObject *object) {
    Layers *self = (Layers *)object;
    for (int i = 0; self->dense && i < 2 * self->blocks + 3; i++)
        free(self->dense[i].weights), free(self->dense[i].bias);
    free(self->dense), free(self->into), free(self->into_bias);
    free(self->policy), free(self->policy_bias);
    Py_TYPE(object)->tp_free(object);
}

/* The module ------------------------------------------------------------------------------------- */

static PyMethodDef layers_methods[] = {
    {"judge", layers_judge, METH_VARARGS,
     "judge($self, seen, players, packed, counts, /)\n--\n\n"
     "As the search asks for it: see `reading.Network`."},
    {NULL, NULL, 0, NULL}};

static PyTypeObject LayersType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "rondel.bots.magnate.layers.Layers",
    .tp_doc = "A residual network, and what it makes of positions.",
    .tp_basicsize = sizeof(Layers),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = layers_init,
    .tp_dealloc = layers_free,
    .tp_methods = layers_methods,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "layers", "What the network computes.", -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_layers(void) {
    choose_kernel();
    if (PyType_Ready(&LayersType) < 0) return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module && (PyModule_AddObjectRef(module, "Layers", (PyObject *)&LayersType) < 0
                   || PyModule_AddObjectRef(module, "COMPILED", Py_True) < 0))
        Py_CLEAR(module);
    return module;
}
