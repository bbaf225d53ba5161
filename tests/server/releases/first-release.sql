CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.checkpoints (
    table_id text NOT NULL,
    entries integer NOT NULL,
    snapshot json NOT NULL
);
CREATE TABLE public.entries (
    table_id text NOT NULL,
    number integer NOT NULL,
    body json NOT NULL,
    seat integer NOT NULL,
    user_id text,
    bot text,
    "left" double precision,
    shown boolean NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE public.log (
    table_id text NOT NULL,
    seq integer NOT NULL,
    at double precision NOT NULL,
    kind text NOT NULL,
    audience text NOT NULL,
    user_id text,
    body json NOT NULL
);
CREATE TABLE public.notes (
    table_id text NOT NULL,
    user_id text NOT NULL,
    text text NOT NULL,
    changed_at double precision NOT NULL
);
CREATE TABLE public.presence (
    table_id text NOT NULL,
    user_id text NOT NULL,
    process text NOT NULL,
    until double precision NOT NULL
);
CREATE TABLE public.seats (
    table_id text NOT NULL,
    number integer NOT NULL,
    name text,
    user_id text,
    bot text,
    offered boolean NOT NULL,
    away boolean NOT NULL,
    time_left double precision
);
CREATE TABLE public.sessions (
    hash text NOT NULL,
    user_id text NOT NULL,
    created_at double precision NOT NULL,
    seen_at double precision NOT NULL
);
CREATE TABLE public.tables (
    id text NOT NULL,
    name text NOT NULL,
    game text NOT NULL,
    options json NOT NULL,
    public boolean NOT NULL,
    invite text NOT NULL,
    host_id text NOT NULL,
    status text NOT NULL,
    sandbox boolean NOT NULL,
    undo boolean NOT NULL,
    clock json,
    created_at double precision NOT NULL,
    changed_at double precision NOT NULL,
    started_at double precision,
    ended_at double precision,
    heading json,
    seq integer NOT NULL,
    "position" integer NOT NULL,
    length integer NOT NULL,
    decider integer,
    decision text,
    since double precision,
    deadline double precision,
    paused_at double precision,
    vote json,
    result json,
    rematch_id text,
    parent_id text,
    parent_entry integer,
    lease_by text,
    lease_until double precision
);
CREATE TABLE public.tokens (
    id text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    hash text NOT NULL,
    created_at double precision NOT NULL,
    used_at double precision
);
CREATE TABLE public.users (
    id text NOT NULL,
    name text NOT NULL,
    login text,
    password text,
    created_at double precision NOT NULL,
    seen_at double precision NOT NULL
);
CREATE TABLE public.visitors (
    table_id text NOT NULL,
    user_id text NOT NULL,
    muted boolean NOT NULL,
    kicked boolean NOT NULL
);
COPY public.alembic_version (version_num) FROM stdin;
0001
\.
COPY public.checkpoints (table_id, entries, snapshot) FROM stdin;
96f9d3d506a8f845	50	{"game":"imperial2030","options":{"setup":"standard","investor_card":true,"tax_bonus":"chart","swiss_bank_force":true,"investor_shortfall":"forbid","donations":"own","stance_change":"on_maneuver","battle_query_order":"turn_order","secret_cash":false},"players":["Ann","Bob","Welser"],"treasuries":{"russia":9,"china":10,"india":10,"brazil":1,"usa":13,"europe":15},"cash":{"Ann":7,"Bob":0,"Welser":9},"bonds":{"Ann":{"russia":[2,6],"india":[9],"brazil":[2],"usa":[9]},"Bob":{"china":[9],"india":[2],"usa":[2,4],"europe":[9]},"Welser":{"russia":[9],"china":[6],"brazil":[9],"europe":[2]}},"power":{"russia":0,"china":0,"india":0,"brazil":0,"usa":0,"europe":0},"tax_marker":{"russia":0,"china":0,"india":0,"brazil":0,"usa":0,"europe":0},"governments":{"russia":"Welser","china":"Bob","india":"Ann","brazil":"Welser","usa":"Ann","europe":"Bob"},"investor_card":"Ann","swiss_banks":[],"rondel":{"russia":"investor","china":"factory","india":"factory","brazil":"factory","usa":"maneuver_2","europe":"factory"},"factories":{"russia":["moscow","vladivostok"],"china":["beijing","chongqing","shanghai"],"india":["mumbai","new_delhi"],"brazil":["brasilia","fortaleza","rio_de_janeiro"],"usa":["chicago","new_orleans"],"europe":["london","paris"]},"units":{"russia":{"berlin":{"hostile_armies":1},"novosibirsk":{"armies":1},"sea_of_japan":{"fleets":2}},"china":{"beijing":{"armies":2},"shanghai":{"fleets":2}},"india":{"new_delhi":{"armies":1}},"brazil":{"brasilia":{"armies":1}},"usa":{},"europe":{}},"flags":{"russia":["sea_of_japan"],"china":[],"india":[],"brazil":[],"usa":[],"europe":[]},"turn":{"round":4,"nation":"usa","last_nation":"brazil","phase":"slot"},"decision":{"decision":"choose_slot","actor":"Ann","nation":"usa","context":{}},"result":null}
2f2bd82dd6fac124	51	{"game":"imperial","options":{"setup":"standard","investor_card":true,"swiss_bank_force":true,"investor_shortfall":"pay_available","donations":"any","stance_change":"on_maneuver","battle_query_order":"turn_order","secret_cash":false,"edition":"2006"},"players":["p0","p1","p2"],"treasuries":{"austria_hungary":17,"italy":2,"france":5,"great_britain":10,"german_empire":12,"russia":7},"cash":{"p0":0,"p1":0,"p2":0},"bonds":{"p0":{"italy":[9],"france":[4],"great_britain":[6],"russia":[9]},"p1":{"austria_hungary":[9],"great_britain":[9],"german_empire":[4],"russia":[6]},"p2":{"austria_hungary":[2,4],"italy":[4],"france":[9],"german_empire":[2,9]}},"power":{"austria_hungary":0,"italy":0,"france":0,"great_britain":0,"german_empire":0,"russia":0},"tax_marker":{"austria_hungary":0,"italy":0,"france":0,"great_britain":0,"german_empire":0,"russia":0},"governments":{"austria_hungary":"p1","italy":"p0","france":"p2","great_britain":"p1","german_empire":"p2","russia":"p0"},"investor_card":"p0","swiss_banks":[],"rondel":{"austria_hungary":"production_1","italy":"factory","france":"import","great_britain":"factory","german_empire":"import","russia":"factory"},"factories":{"austria_hungary":["budapest","vienna"],"italy":["florence","naples","rome"],"france":["bordeaux","brest","paris"],"great_britain":["dublin","liverpool","london"],"german_empire":["berlin","hamburg"],"russia":["kiev","moscow","odessa"]},"units":{"austria_hungary":{"budapest":{"armies":2},"vienna":{"armies":2}},"italy":{"florence":{"armies":1},"naples":{"fleets":1},"rome":{"armies":1}},"france":{"brest":{"fleets":1},"dijon":{"armies":1},"marseille":{"fleets":1}},"great_britain":{"liverpool":{"fleets":1},"london":{"fleets":1}},"german_empire":{"berlin":{"armies":1},"cologne":{"armies":1},"hamburg":{"fleets":2},"munich":{"armies":1}},"russia":{"kiev":{"armies":1},"moscow":{"armies":1},"warsaw":{"armies":1}}},"flags":{"austria_hungary":[],"italy":[],"france":[],"great_britain":[],"german_empire":[],"russia":[]},"turn":{"round":4,"nation":"great_britain","last_nation":"france","phase":"slot"},"decision":{"decision":"choose_slot","actor":"p1","nation":"great_britain","context":{}},"result":null}
2f2bd82dd6fac124	101	{"game":"imperial","options":{"setup":"standard","investor_card":true,"swiss_bank_force":true,"investor_shortfall":"pay_available","donations":"any","stance_change":"on_maneuver","battle_query_order":"turn_order","secret_cash":false,"edition":"2006"},"players":["p0","p1","p2"],"treasuries":{"austria_hungary":11,"italy":0,"france":0,"great_britain":8,"german_empire":17,"russia":3},"cash":{"p0":2,"p1":3,"p2":3},"bonds":{"p0":{"italy":[12],"france":[4],"great_britain":[4,6],"russia":[9]},"p1":{"austria_hungary":[9],"great_britain":[2,9],"german_empire":[12],"russia":[6]},"p2":{"austria_hungary":[2,4],"italy":[2,4],"france":[9],"german_empire":[2,9]}},"power":{"austria_hungary":0,"italy":0,"france":0,"great_britain":1,"german_empire":0,"russia":1},"tax_marker":{"austria_hungary":0,"italy":0,"france":0,"great_britain":1,"german_empire":0,"russia":1},"governments":{"austria_hungary":"p1","italy":"p0","france":"p2","great_britain":"p1","german_empire":"p1","russia":"p0"},"investor_card":"p0","swiss_banks":[],"rondel":{"austria_hungary":"taxation","italy":"factory","france":"investor","great_britain":"factory","german_empire":"import","russia":"maneuver_1"},"factories":{"austria_hungary":["budapest","vienna"],"italy":["florence","genoa","naples","rome"],"france":["bordeaux","brest","marseille","paris"],"great_britain":["dublin","edinburgh","liverpool","london"],"german_empire":["berlin","hamburg"],"russia":["kiev","moscow","odessa"]},"units":{"austria_hungary":{"budapest":{"armies":2},"vienna":{"armies":1}},"italy":{"florence":{"armies":3},"naples":{"fleets":2},"rome":{"armies":3}},"france":{"brest":{"fleets":1},"spain":{"armies":1},"western_mediterranean_sea":{"fleets":1}},"great_britain":{"liverpool":{"fleets":1},"london":{"fleets":1}},"german_empire":{"berlin":{"armies":2},"cologne":{"armies":1},"hamburg":{"fleets":1},"north_sea":{"fleets":2},"st_petersburg":{"friendly_armies":1}},"russia":{"kiev":{"armies":1},"lemberg":{"hostile_armies":1},"prague":{"friendly_armies":1}}},"flags":{"austria_hungary":[],"italy":[],"france":["spain","western_mediterranean_sea"],"great_britain":[],"german_empire":["north_sea"],"russia":[]},"turn":{"round":7,"nation":"great_britain","last_nation":"france","phase":"slot"},"decision":{"decision":"choose_slot","actor":"p1","nation":"great_britain","context":{}},"result":null}
2f2bd82dd6fac124	152	{"game":"imperial","options":{"setup":"standard","investor_card":true,"swiss_bank_force":true,"investor_shortfall":"pay_available","donations":"any","stance_change":"on_maneuver","battle_query_order":"turn_order","secret_cash":false,"edition":"2006"},"players":["p0","p1","p2"],"treasuries":{"austria_hungary":17,"italy":0,"france":10,"great_britain":0,"german_empire":18,"russia":6},"cash":{"p0":0,"p1":2,"p2":2},"bonds":{"p0":{"italy":[12],"france":[6],"great_britain":[4,6],"german_empire":[4],"russia":[9]},"p1":{"austria_hungary":[9],"great_britain":[2,9],"german_empire":[12],"russia":[2,6]},"p2":{"austria_hungary":[2,4,6],"italy":[2,4],"france":[9],"german_empire":[2,9],"russia":[4]}},"power":{"austria_hungary":0,"italy":0,"france":6,"great_britain":1,"german_empire":0,"russia":1},"tax_marker":{"austria_hungary":0,"italy":0,"france":6,"great_britain":1,"german_empire":0,"russia":1},"governments":{"austria_hungary":"p2","italy":"p0","france":"p2","great_britain":"p1","german_empire":"p1","russia":"p0"},"investor_card":"p0","swiss_banks":[],"rondel":{"austria_hungary":"production_1","italy":"investor","france":"taxation","great_britain":"maneuver_2","german_empire":"import","russia":"import"},"factories":{"austria_hungary":["budapest","vienna"],"italy":["florence","genoa","naples","rome"],"france":["bordeaux","brest","marseille","paris"],"great_britain":["dublin","edinburgh","liverpool","london"],"german_empire":["berlin","hamburg"],"russia":["kiev","moscow","odessa"]},"units":{"austria_hungary":{"budapest":{"armies":4},"vienna":{"armies":3}},"italy":{"florence":{"armies":3},"genoa":{"fleets":1},"naples":{"fleets":2},"rome":{"armies":3}},"france":{"english_channel":{"fleets":1},"marseille":{"armies":1},"western_mediterranean_sea":{"fleets":1}},"great_britain":{"dublin":{"fleets":1},"edinburgh":{"fleets":1},"liverpool":{"fleets":2},"london":{"fleets":2}},"german_empire":{"berlin":{"armies":4},"cologne":{"armies":1},"danzig":{"armies":1,"fleets":1},"hamburg":{"armies":1,"fleets":3},"north_sea":{"fleets":2},"st_petersburg":{"friendly_armies":1}},"russia":{"moscow":{"armies":1},"odessa":{"armies":1},"st_petersburg":{"fleets":1},"trieste":{"friendly_armies":1},"warsaw":{"armies":2}}},"flags":{"austria_hungary":[],"italy":[],"france":["english_channel","spain","western_mediterranean_sea"],"great_britain":[],"german_empire":["north_sea"],"russia":["romania"]},"turn":{"round":10,"nation":"italy","last_nation":"austria_hungary","phase":"slot"},"decision":{"decision":"choose_slot","actor":"p0","nation":"italy","context":{}},"result":null}
2f2bd82dd6fac124	202	{"game":"imperial","options":{"setup":"standard","investor_card":true,"swiss_bank_force":true,"investor_shortfall":"pay_available","donations":"any","stance_change":"on_maneuver","battle_query_order":"turn_order","secret_cash":false,"edition":"2006"},"players":["p0","p1","p2"],"treasuries":{"austria_hungary":17,"italy":0,"france":12,"great_britain":0,"german_empire":12,"russia":7},"cash":{"p0":0,"p1":1,"p2":3},"bonds":{"p0":{"italy":[12],"france":[6],"great_britain":[4,6],"german_empire":[4,6],"russia":[9]},"p1":{"austria_hungary":[9],"france":[2],"great_britain":[2,9],"german_empire":[12],"russia":[2,12]},"p2":{"austria_hungary":[2,4,6],"italy":[2,4],"france":[9],"german_empire":[2,9],"russia":[4]}},"power":{"austria_hungary":0,"italy":0,"france":6,"great_britain":1,"german_empire":0,"russia":1},"tax_marker":{"austria_hungary":0,"italy":0,"france":6,"great_britain":1,"german_empire":0,"russia":1},"governments":{"austria_hungary":"p2","italy":"p0","france":"p2","great_britain":"p1","german_empire":"p1","russia":"p1"},"investor_card":"p2","swiss_banks":[],"rondel":{"austria_hungary":"maneuver_1","italy":"investor","france":"production_2","great_britain":"investor","german_empire":"investor","russia":"factory"},"factories":{"austria_hungary":["budapest","vienna"],"italy":["florence","genoa","naples","rome"],"france":["bordeaux","brest","marseille","paris"],"great_britain":["dublin","edinburgh","liverpool","london"],"german_empire":["berlin","hamburg"],"russia":["kiev","moscow","odessa","st_petersburg"]},"units":{"austria_hungary":{"budapest":{"armies":2},"danzig":{"friendly_armies":1},"kiev":{"hostile_armies":1,"friendly_armies":1},"munich":{"hostile_armies":1},"romania":{"armies":1},"warsaw":{"friendly_armies":1}},"italy":{"florence":{"armies":3},"genoa":{"fleets":1},"naples":{"fleets":2},"rome":{"armies":3}},"france":{"bay_of_biscay":{"fleets":1},"bordeaux":{"fleets":1},"brest":{"fleets":1},"dijon":{"armies":1},"ionian_sea":{"fleets":1},"marseille":{"fleets":1},"paris":{"armies":1}},"great_britain":{"dublin":{"fleets":1},"edinburgh":{"fleets":2},"liverpool":{"fleets":2},"london":{"fleets":2}},"german_empire":{"berlin":{"armies":4},"cologne":{"armies":1},"danzig":{"armies":1,"fleets":1},"hamburg":{"armies":1,"fleets":3},"north_sea":{"fleets":2},"st_petersburg":{"friendly_armies":1}},"russia":{"moscow":{"armies":2},"odessa":{"armies":1,"fleets":1},"st_petersburg":{"fleets":1},"trieste":{"friendly_armies":1},"warsaw":{"armies":1}}},"flags":{"austria_hungary":["romania"],"italy":[],"france":["bay_of_biscay","english_channel","ionian_sea","spain","western_mediterranean_sea"],"great_britain":[],"german_empire":["north_sea"],"russia":[]},"turn":{"round":12,"nation":"france","last_nation":"italy","phase":"slot"},"decision":{"decision":"choose_slot","actor":"p2","nation":"france","context":{}},"result":null}
2f2bd82dd6fac124	259	{"game":"imperial","options":{"setup":"standard","investor_card":true,"swiss_bank_force":true,"investor_shortfall":"pay_available","donations":"any","stance_change":"on_maneuver","battle_query_order":"turn_order","secret_cash":false,"edition":"2006"},"players":["p0","p1","p2"],"treasuries":{"austria_hungary":17,"italy":0,"france":22,"great_britain":0,"german_empire":12,"russia":7},"cash":{"p0":0,"p1":1,"p2":3},"bonds":{"p0":{"italy":[12],"france":[6],"great_britain":[4,6],"german_empire":[4,6],"russia":[9]},"p1":{"austria_hungary":[9],"france":[2],"great_britain":[2,9],"german_empire":[12],"russia":[2,12]},"p2":{"austria_hungary":[2,4,6],"italy":[2,4],"france":[4,9],"german_empire":[2,9],"russia":[4]}},"power":{"austria_hungary":0,"italy":0,"france":14,"great_britain":4,"german_empire":0,"russia":1},"tax_marker":{"austria_hungary":0,"italy":0,"france":8,"great_britain":3,"german_empire":0,"russia":1},"governments":{"austria_hungary":"p2","italy":"p0","france":"p2","great_britain":"p1","german_empire":"p1","russia":"p1"},"investor_card":"p0","swiss_banks":[],"rondel":{"austria_hungary":"production_2","italy":"maneuver_2","france":"taxation","great_britain":"taxation","german_empire":"maneuver_1","russia":"production_1"},"factories":{"austria_hungary":["budapest","vienna"],"italy":["florence","genoa","naples","rome"],"france":["bordeaux","brest","marseille","paris"],"great_britain":["dublin","edinburgh","liverpool","london"],"german_empire":["berlin","hamburg"],"russia":["kiev","moscow","odessa","st_petersburg"]},"units":{"austria_hungary":{"budapest":{"armies":3},"kiev":{"hostile_armies":1,"friendly_armies":1},"munich":{"hostile_armies":1},"romania":{"armies":1},"vienna":{"armies":1}},"italy":{"florence":{"armies":1},"genoa":{"armies":1},"naples":{"armies":1,"fleets":2},"tunis":{"armies":1},"venice":{"armies":1},"western_mediterranean_sea":{"fleets":1}},"france":{"bay_of_biscay":{"fleets":1},"belgium":{"armies":1},"bordeaux":{"armies":1,"fleets":1},"brest":{"fleets":1},"ionian_sea":{"fleets":1},"marseille":{"fleets":1}},"great_britain":{"dublin":{"fleets":2},"edinburgh":{"fleets":2},"liverpool":{"fleets":3},"london":{"fleets":3}},"german_empire":{"baltic_sea":{"fleets":2},"belgium":{"armies":1},"cologne":{"armies":1},"denmark":{"armies":1},"english_channel":{"fleets":1},"hamburg":{"armies":1,"fleets":2},"holland":{"armies":1},"north_sea":{"fleets":1},"sweden":{"armies":1}},"russia":{"moscow":{"armies":2},"odessa":{"armies":1,"fleets":1},"st_petersburg":{"fleets":1},"warsaw":{"armies":1}}},"flags":{"austria_hungary":["romania"],"italy":["tunis","western_mediterranean_sea"],"france":["bay_of_biscay","belgium","ionian_sea","spain"],"great_britain":[],"german_empire":["baltic_sea","denmark","english_channel","holland","north_sea","norway","sweden"],"russia":[]},"turn":{"round":13,"nation":"russia","last_nation":"german_empire","phase":"slot"},"decision":{"decision":"choose_slot","actor":"p1","nation":"russia","context":{}},"result":null}
2f2bd82dd6fac124	310	{"game":"imperial","options":{"setup":"standard","investor_card":true,"swiss_bank_force":true,"investor_shortfall":"pay_available","donations":"any","stance_change":"on_maneuver","battle_query_order":"turn_order","secret_cash":false,"edition":"2006"},"players":["p0","p1","p2"],"treasuries":{"austria_hungary":15,"italy":12,"france":30,"great_britain":0,"german_empire":0,"russia":1},"cash":{"p0":4,"p1":3,"p2":3},"bonds":{"p0":{"austria_hungary":[4],"italy":[12],"france":[6],"great_britain":[4,6],"german_empire":[4,6],"russia":[6,9]},"p1":{"austria_hungary":[12],"france":[12],"great_britain":[2,9],"german_empire":[12],"russia":[2,12]},"p2":{"austria_hungary":[2,6,16],"italy":[2,16],"france":[4,9],"german_empire":[2,9],"russia":[4]}},"power":{"austria_hungary":0,"italy":0,"france":20,"great_britain":4,"german_empire":0,"russia":2},"tax_marker":{"austria_hungary":0,"italy":0,"france":6,"great_britain":3,"german_empire":0,"russia":1},"governments":{"austria_hungary":"p2","italy":"p2","france":"p2","great_britain":"p1","german_empire":"p1","russia":"p0"},"investor_card":"p0","swiss_banks":[],"rondel":{"austria_hungary":"production_2","italy":"production_2","france":"taxation","great_britain":"import","german_empire":"production_2","russia":"taxation"},"factories":{"austria_hungary":["budapest","trieste","vienna"],"italy":["florence","genoa","naples","rome"],"france":["bordeaux","brest","marseille","paris"],"great_britain":["dublin","edinburgh","liverpool","london"],"german_empire":["berlin","hamburg"],"russia":["kiev","moscow","odessa","st_petersburg"]},"units":{"austria_hungary":{"budapest":{"armies":4},"kiev":{"hostile_armies":1,"friendly_armies":1},"munich":{"hostile_armies":1},"vienna":{"armies":1}},"italy":{"florence":{"armies":1},"genoa":{"armies":1},"naples":{"armies":1,"fleets":2},"rome":{"armies":1},"tunis":{"armies":1},"venice":{"armies":1},"western_mediterranean_sea":{"fleets":1}},"france":{"bay_of_biscay":{"fleets":1},"bordeaux":{"armies":1,"fleets":2},"brest":{"fleets":2},"ionian_sea":{"fleets":1},"marseille":{"armies":1,"fleets":1},"paris":{"armies":1}},"great_britain":{"dublin":{"fleets":2},"edinburgh":{"fleets":2},"liverpool":{"fleets":3},"london":{"fleets":3}},"german_empire":{"baltic_sea":{"fleets":2},"belgium":{"armies":1},"berlin":{"armies":1},"cologne":{"armies":1},"denmark":{"armies":1},"english_channel":{"fleets":1},"hamburg":{"armies":1,"fleets":3},"holland":{"armies":1},"north_sea":{"fleets":1},"sweden":{"armies":1}},"russia":{"lemberg":{"hostile_armies":2},"odessa":{"fleets":1},"st_petersburg":{"armies":1,"fleets":1}}},"flags":{"austria_hungary":["romania"],"italy":["tunis","western_mediterranean_sea"],"france":["bay_of_biscay","ionian_sea","spain"],"great_britain":[],"german_empire":["baltic_sea","belgium","denmark","english_channel","holland","north_sea","norway","sweden"],"russia":[]},"turn":{"round":17,"nation":"france","last_nation":"italy","phase":"slot"},"decision":{"decision":"choose_slot","actor":"p2","nation":"france","context":{}},"result":null}
2f2bd82dd6fac124	360	{"game":"imperial","options":{"setup":"standard","investor_card":true,"swiss_bank_force":true,"investor_shortfall":"pay_available","donations":"any","stance_change":"on_maneuver","battle_query_order":"turn_order","secret_cash":false,"edition":"2006"},"players":["p0","p1","p2"],"treasuries":{"austria_hungary":15,"italy":17,"france":15,"great_britain":0,"german_empire":0,"russia":0},"cash":{"p0":3,"p1":0,"p2":3},"bonds":{"p0":{"austria_hungary":[4],"italy":[20],"france":[6],"great_britain":[4,6],"german_empire":[4,6],"russia":[6,9]},"p1":{"austria_hungary":[12],"france":[2,12],"great_britain":[2,9],"german_empire":[12],"russia":[2,12]},"p2":{"austria_hungary":[2,6,16],"italy":[4,16],"france":[4,9],"german_empire":[2,9],"russia":[4]}},"power":{"austria_hungary":0,"italy":0,"france":20,"great_britain":4,"german_empire":0,"russia":2},"tax_marker":{"austria_hungary":0,"italy":0,"france":6,"great_britain":3,"german_empire":0,"russia":1},"governments":{"austria_hungary":"p2","italy":"p0","france":"p1","great_britain":"p1","german_empire":"p1","russia":"p0"},"investor_card":"p1","swiss_banks":[],"rondel":{"austria_hungary":"maneuver_1","italy":"factory","france":"import","great_britain":"import","german_empire":"production_2","russia":"import"},"factories":{"austria_hungary":["budapest","trieste","vienna"],"italy":["florence","genoa","naples","rome","venice"],"france":["bordeaux","brest","marseille","paris"],"great_britain":["dublin","edinburgh","liverpool","london"],"german_empire":["berlin","hamburg"],"russia":["kiev","moscow","odessa","st_petersburg"]},"units":{"austria_hungary":{"danzig":{"hostile_armies":1},"munich":{"friendly_armies":1},"prague":{"armies":1},"vienna":{"armies":1},"warsaw":{"friendly_armies":3}},"italy":{"florence":{"armies":1},"genoa":{"armies":1},"naples":{"armies":1,"fleets":2},"rome":{"armies":1},"tunis":{"armies":1},"venice":{"armies":1},"western_mediterranean_sea":{"fleets":1}},"france":{"bay_of_biscay":{"fleets":1},"bordeaux":{"armies":1,"fleets":2},"brest":{"fleets":2},"ionian_sea":{"fleets":1},"marseille":{"armies":2,"fleets":2},"paris":{"armies":2}},"great_britain":{"dublin":{"fleets":2},"edinburgh":{"fleets":2},"liverpool":{"fleets":3},"london":{"fleets":3}},"german_empire":{"baltic_sea":{"fleets":2},"belgium":{"armies":2},"berlin":{"armies":3},"english_channel":{"fleets":1},"hamburg":{"armies":1,"fleets":4},"north_sea":{"fleets":1},"sweden":{"armies":1}},"russia":{"black_sea":{"fleets":1},"moscow":{"armies":1},"romania":{"armies":1},"st_petersburg":{"fleets":1}}},"flags":{"austria_hungary":[],"italy":["tunis","western_mediterranean_sea"],"france":["bay_of_biscay","ionian_sea","spain"],"great_britain":[],"german_empire":["baltic_sea","belgium","denmark","english_channel","holland","north_sea","norway","sweden"],"russia":["black_sea","romania"]},"turn":{"round":19,"nation":"austria_hungary","last_nation":"russia","phase":"slot"},"decision":{"decision":"choose_slot","actor":"p2","nation":"austria_hungary","context":{}},"result":null}
\.
COPY public.entries (table_id, number, body, seat, user_id, bot, "left", shown, at) FROM stdin;
96f9d3d506a8f845	1	{"decision":"choose_slot","actor":"Welser","nation":"russia","choice":{"slot":"production_2"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	2	{"decision":"produce","actor":"Welser","nation":"russia","choice":{"province":"moscow"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	3	{"decision":"produce","actor":"Welser","nation":"russia","choice":{"province":"vladivostok"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	4	{"decision":"choose_slot","actor":"Bob","nation":"china","choice":{"slot":"production_1"}}	1	e6552fdc875a14cf	\N	3600	f	1750691200
96f9d3d506a8f845	5	{"decision":"produce","actor":"Bob","nation":"china","choice":{"all":true}}	1	e6552fdc875a14cf	\N	3630	f	1750691200
96f9d3d506a8f845	6	{"decision":"choose_slot","actor":"Ann","nation":"india","choice":{"slot":"production_1"}}	0	a561bd749d61d61b	\N	3600	f	1750691200
96f9d3d506a8f845	7	{"decision":"produce","actor":"Ann","nation":"india","choice":{"done":true}}	0	a561bd749d61d61b	\N	3630	f	1750691200
96f9d3d506a8f845	8	{"decision":"choose_slot","actor":"Welser","nation":"brazil","choice":{"slot":"maneuver_1"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	9	{"decision":"choose_slot","actor":"Ann","nation":"usa","choice":{"slot":"taxation"}}	0	a561bd749d61d61b	\N	3660	f	1750691200
96f9d3d506a8f845	10	{"decision":"choose_slot","actor":"Bob","nation":"europe","choice":{"slot":"taxation"}}	1	e6552fdc875a14cf	\N	3660	f	1750691200
96f9d3d506a8f845	11	{"decision":"choose_slot","actor":"Welser","nation":"russia","choice":{"slot":"production_1"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	12	{"decision":"produce","actor":"Welser","nation":"russia","choice":{"province":"moscow"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	13	{"decision":"produce","actor":"Welser","nation":"russia","choice":{"province":"vladivostok"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	14	{"decision":"choose_slot","actor":"Bob","nation":"china","choice":{"slot":"production_2"}}	1	e6552fdc875a14cf	\N	3690	f	1750691200
96f9d3d506a8f845	15	{"decision":"produce","actor":"Bob","nation":"china","choice":{"province":"shanghai"}}	1	e6552fdc875a14cf	\N	3720	f	1750691200
96f9d3d506a8f845	16	{"decision":"produce","actor":"Bob","nation":"china","choice":{"province":"beijing"}}	1	e6552fdc875a14cf	\N	3750	f	1750691200
96f9d3d506a8f845	17	{"decision":"invest","actor":"Ann","choice":{"choice":"upgrade","nation":"russia","from":2,"to":6}}	0	a561bd749d61d61b	\N	3690	f	1750691200
96f9d3d506a8f845	18	{"decision":"choose_slot","actor":"Ann","nation":"india","choice":{"slot":"maneuver_1"}}	0	a561bd749d61d61b	\N	3720	f	1750691200
96f9d3d506a8f845	19	{"decision":"choose_slot","actor":"Welser","nation":"brazil","choice":{"slot":"investor"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	20	{"decision":"invest","actor":"Bob","choice":{"choice":"upgrade","nation":"usa","from":2,"to":4}}	1	e6552fdc875a14cf	\N	3780	f	1750691200
96f9d3d506a8f845	21	{"decision":"choose_slot","actor":"Ann","nation":"usa","choice":{"slot":"investor"}}	0	a561bd749d61d61b	\N	3750	f	1750691200
96f9d3d506a8f845	22	{"decision":"invest","actor":"Welser","choice":{"choice":"upgrade","nation":"china","from":2,"to":6}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	23	{"decision":"choose_slot","actor":"Bob","nation":"europe","choice":{"slot":"import"}}	1	e6552fdc875a14cf	\N	3810	f	1750691200
96f9d3d506a8f845	24	{"decision":"import_unit","actor":"Bob","nation":"europe","choice":{"done":true}}	1	e6552fdc875a14cf	\N	3840	f	1750691200
96f9d3d506a8f845	25	{"decision":"invest","actor":"Ann","choice":{"choice":"buy","nation":"russia","value":2}}	0	a561bd749d61d61b	\N	3780	f	1750691200
96f9d3d506a8f845	26	{"decision":"choose_slot","actor":"Welser","nation":"russia","choice":{"slot":"maneuver_1"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	27	{"decision":"fleet_order","actor":"Welser","nation":"russia","choice":{"order":"move","from":"vladivostok","to":"sea_of_japan"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	28	{"decision":"fleet_order","actor":"Welser","nation":"russia","choice":{"order":"move","from":"vladivostok","to":"sea_of_japan"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	29	{"decision":"army_order","actor":"Welser","nation":"russia","choice":{"order":"move","from":"moscow","to":"novosibirsk"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	30	{"decision":"army_order","actor":"Welser","nation":"russia","choice":{"order":"move","from":"moscow","to":"berlin"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	31	{"decision":"arrival","actor":"Welser","nation":"russia","choice":{"choice":"hostile"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	32	{"decision":"choose_slot","actor":"Bob","nation":"china","choice":{"slot":"taxation"}}	1	e6552fdc875a14cf	\N	3870	f	1750691200
96f9d3d506a8f845	33	{"decision":"choose_slot","actor":"Ann","nation":"india","choice":{"slot":"import"}}	0	a561bd749d61d61b	\N	3810	f	1750691200
96f9d3d506a8f845	34	{"decision":"import_unit","actor":"Ann","nation":"india","choice":{"province":"new_delhi","unit":"army"}}	0	a561bd749d61d61b	\N	3840	f	1750691200
96f9d3d506a8f845	35	{"decision":"import_unit","actor":"Ann","nation":"india","choice":{"done":true}}	0	a561bd749d61d61b	\N	3870	f	1750691200
96f9d3d506a8f845	36	{"decision":"invest","actor":"Bob","choice":{"choice":"buy","nation":"usa","value":2}}	1	e6552fdc875a14cf	\N	3900	f	1750691200
96f9d3d506a8f845	37	{"decision":"choose_slot","actor":"Welser","nation":"brazil","choice":{"slot":"production_2"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	38	{"decision":"produce","actor":"Welser","nation":"brazil","choice":{"province":"brasilia"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	39	{"decision":"produce","actor":"Welser","nation":"brazil","choice":{"done":true}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	40	{"decision":"choose_slot","actor":"Ann","nation":"usa","choice":{"slot":"maneuver_2"}}	0	a561bd749d61d61b	\N	3900	f	1750691200
96f9d3d506a8f845	41	{"decision":"choose_slot","actor":"Bob","nation":"europe","choice":{"slot":"factory"}}	1	e6552fdc875a14cf	\N	3930	f	1750691200
96f9d3d506a8f845	42	{"decision":"build_factory","actor":"Bob","nation":"europe","choice":{"decline":true}}	1	e6552fdc875a14cf	\N	3960	f	1750691200
96f9d3d506a8f845	45	{"decision":"choose_slot","actor":"Bob","nation":"china","choice":{"slot":"factory"}}	1	e6552fdc875a14cf	\N	3990	f	1750691200
96f9d3d506a8f845	46	{"decision":"build_factory","actor":"Bob","nation":"china","choice":{"province":"chongqing"}}	1	e6552fdc875a14cf	\N	4020	f	1750691200
96f9d3d506a8f845	47	{"decision":"choose_slot","actor":"Ann","nation":"india","choice":{"slot":"factory"}}	0	a561bd749d61d61b	\N	3930	f	1750691200
96f9d3d506a8f845	48	{"decision":"build_factory","actor":"Ann","nation":"india","choice":{"decline":true}}	0	a561bd749d61d61b	\N	3960	f	1750691200
96f9d3d506a8f845	49	{"decision":"choose_slot","actor":"Welser","nation":"brazil","choice":{"slot":"factory"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	54	{"decision":"import_unit","actor":"Ann","nation":"usa","choice":{"province":"new_york","unit":"army"}}	0	a561bd749d61d61b	\N	4080	f	1750691200
96f9d3d506a8f845	55	{"decision":"invest","actor":"Ann","choice":{"choice":"upgrade","nation":"brazil","from":2,"to":4}}	0	a561bd749d61d61b	\N	4110	f	1750691200
96f9d3d506a8f845	58	{"decision":"choose_slot","actor":"Welser","nation":"russia","choice":{"slot":"production_1"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	60	{"decision":"choose_slot","actor":"Bob","nation":"china","choice":{"slot":"production_2"}}	1	e6552fdc875a14cf	\N	4110	f	1750691200
055fe4940835e03e	1	{"decision":"choose_slot","actor":"Welser","nation":"russia","choice":{"slot":"production_2"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
055fe4940835e03e	2	{"decision":"produce","actor":"Welser","nation":"russia","choice":{"province":"moscow"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
055fe4940835e03e	3	{"decision":"produce","actor":"Welser","nation":"russia","choice":{"province":"vladivostok"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
055fe4940835e03e	4	{"decision":"choose_slot","actor":"Bob","nation":"china","choice":{"slot":"production_1"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
055fe4940835e03e	5	{"decision":"produce","actor":"Bob","nation":"china","choice":{"all":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
055fe4940835e03e	6	{"decision":"choose_slot","actor":"Ann","nation":"india","choice":{"slot":"production_1"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
055fe4940835e03e	7	{"decision":"produce","actor":"Ann","nation":"india","choice":{"done":true}}	0	a561bd749d61d61b	\N	\N	f	1750691200
055fe4940835e03e	8	{"decision":"choose_slot","actor":"Welser","nation":"brazil","choice":{"slot":"maneuver_1"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
055fe4940835e03e	9	{"decision":"choose_slot","actor":"Ann","nation":"usa","choice":{"slot":"taxation"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
055fe4940835e03e	10	{"decision":"choose_slot","actor":"Bob","nation":"europe","choice":{"slot":"taxation"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	1	{"decision":"choose_slot","actor":"p1","nation":"austria_hungary","choice":{"slot":"import"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	2	{"decision":"import_unit","actor":"p1","nation":"austria_hungary","choice":{"done":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	3	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"factory"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	4	{"decision":"build_factory","actor":"p0","nation":"italy","choice":{"province":"florence"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	5	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"import"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	6	{"decision":"import_unit","actor":"p2","nation":"france","choice":{"done":true}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	7	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"import"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	8	{"decision":"import_unit","actor":"p1","nation":"great_britain","choice":{"done":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	9	{"decision":"choose_slot","actor":"p2","nation":"german_empire","choice":{"slot":"maneuver_2"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	10	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"factory"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	11	{"decision":"build_factory","actor":"p0","nation":"russia","choice":{"province":"kiev"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	12	{"decision":"choose_slot","actor":"p1","nation":"austria_hungary","choice":{"slot":"production_2"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	13	{"decision":"produce","actor":"p1","nation":"austria_hungary","choice":{"all":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	14	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"investor"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	15	{"decision":"invest","actor":"p2","choice":{"choice":"buy","nation":"austria_hungary","value":2}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	16	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"factory"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	17	{"decision":"build_factory","actor":"p2","nation":"france","choice":{"province":"brest"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	18	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"production_2"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	19	{"decision":"produce","actor":"p1","nation":"great_britain","choice":{"province":"london"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	20	{"decision":"produce","actor":"p1","nation":"great_britain","choice":{"all":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	21	{"decision":"choose_slot","actor":"p2","nation":"german_empire","choice":{"slot":"production_1"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	22	{"decision":"produce","actor":"p2","nation":"german_empire","choice":{"province":"hamburg"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	23	{"decision":"produce","actor":"p2","nation":"german_empire","choice":{"province":"berlin"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
96f9d3d506a8f845	43	{"decision":"choose_slot","actor":"Welser","nation":"russia","choice":{"slot":"investor"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	51	{"decision":"choose_slot","actor":"Ann","nation":"usa","choice":{"slot":"import"}}	0	a561bd749d61d61b	\N	3990	f	1750691200
96f9d3d506a8f845	56	{"decision":"choose_slot","actor":"Bob","nation":"europe","choice":{"slot":"investor"}}	1	e6552fdc875a14cf	\N	4050	f	1750691200
96f9d3d506a8f845	57	{"decision":"invest","actor":"Bob","choice":{"choice":"buy","nation":"russia","value":4}}	1	e6552fdc875a14cf	\N	4080	f	1750691200
96f9d3d506a8f845	59	{"decision":"produce","actor":"Welser","nation":"russia","choice":{"all":true}}	2	\N	random	\N	f	1750691200
2f2bd82dd6fac124	363	{"decision":"import_unit","actor":"p2","nation":"austria_hungary","choice":{"done":true}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	366	{"decision":"invest","actor":"p2","choice":{"choice":"upgrade","nation":"italy","from":4,"to":6}}	2	a561bd749d61d61b	\N	\N	f	1750691200
96f9d3d506a8f845	44	{"decision":"invest","actor":"Welser","choice":{"choice":"pass"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	50	{"decision":"build_factory","actor":"Welser","nation":"brazil","choice":{"province":"fortaleza"}}	2	\N	random	\N	f	1750691200
96f9d3d506a8f845	52	{"decision":"import_unit","actor":"Ann","nation":"usa","choice":{"province":"chicago","unit":"army"}}	0	a561bd749d61d61b	\N	4020	f	1750691200
96f9d3d506a8f845	53	{"decision":"import_unit","actor":"Ann","nation":"usa","choice":{"province":"san_francisco","unit":"fleet"}}	0	a561bd749d61d61b	\N	4050	f	1750691200
2f2bd82dd6fac124	364	{"decision":"invest","actor":"p1","choice":{"choice":"pass"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	367	{"decision":"choose_slot","actor":"p1","nation":"france","choice":{"slot":"taxation"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	24	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"import"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	25	{"decision":"import_unit","actor":"p0","nation":"russia","choice":{"province":"warsaw","unit":"army"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	26	{"decision":"import_unit","actor":"p0","nation":"russia","choice":{"province":"kiev","unit":"army"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	27	{"decision":"import_unit","actor":"p0","nation":"russia","choice":{"province":"moscow","unit":"army"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	28	{"decision":"invest","actor":"p0","choice":{"choice":"upgrade","nation":"great_britain","from":4,"to":6}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	29	{"decision":"choose_slot","actor":"p1","nation":"austria_hungary","choice":{"slot":"taxation"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	30	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"production_2"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	31	{"decision":"produce","actor":"p0","nation":"italy","choice":{"province":"naples"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	32	{"decision":"produce","actor":"p0","nation":"italy","choice":{"all":true}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	33	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"maneuver_1"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	34	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"factory"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	35	{"decision":"build_factory","actor":"p1","nation":"great_britain","choice":{"province":"dublin"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	36	{"decision":"choose_slot","actor":"p2","nation":"german_empire","choice":{"slot":"import"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	37	{"decision":"import_unit","actor":"p2","nation":"german_empire","choice":{"province":"cologne","unit":"army"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	38	{"decision":"import_unit","actor":"p2","nation":"german_empire","choice":{"province":"hamburg","unit":"fleet"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	39	{"decision":"import_unit","actor":"p2","nation":"german_empire","choice":{"province":"munich","unit":"army"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	40	{"decision":"invest","actor":"p1","choice":{"choice":"upgrade","nation":"russia","from":4,"to":6}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	41	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"factory"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	42	{"decision":"build_factory","actor":"p0","nation":"russia","choice":{"decline":true}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	43	{"decision":"choose_slot","actor":"p1","nation":"austria_hungary","choice":{"slot":"production_1"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	44	{"decision":"produce","actor":"p1","nation":"austria_hungary","choice":{"province":"vienna"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	45	{"decision":"produce","actor":"p1","nation":"austria_hungary","choice":{"all":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	46	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"factory"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	47	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"import"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	48	{"decision":"import_unit","actor":"p2","nation":"france","choice":{"province":"brest","unit":"fleet"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	49	{"decision":"import_unit","actor":"p2","nation":"france","choice":{"province":"marseille","unit":"fleet"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	50	{"decision":"import_unit","actor":"p2","nation":"france","choice":{"province":"dijon","unit":"army"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	51	{"decision":"invest","actor":"p2","choice":{"choice":"buy","nation":"german_empire","value":2}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	52	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"investor"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	53	{"decision":"invest","actor":"p0","choice":{"choice":"buy","nation":"great_britain","value":4}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	54	{"decision":"choose_slot","actor":"p2","nation":"german_empire","choice":{"slot":"taxation"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	55	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"investor"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	56	{"decision":"invest","actor":"p1","choice":{"choice":"upgrade","nation":"german_empire","from":4,"to":12}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	57	{"decision":"choose_slot","actor":"p1","nation":"austria_hungary","choice":{"slot":"maneuver_1"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	58	{"decision":"army_order","actor":"p1","nation":"austria_hungary","choice":{"order":"done"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	59	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"import"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	60	{"decision":"import_unit","actor":"p0","nation":"italy","choice":{"province":"rome","unit":"army"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	61	{"decision":"import_unit","actor":"p0","nation":"italy","choice":{"province":"florence","unit":"army"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	62	{"decision":"import_unit","actor":"p0","nation":"italy","choice":{"done":true}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	63	{"decision":"invest","actor":"p2","choice":{"choice":"buy","nation":"italy","value":2}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	64	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"maneuver_2"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	65	{"decision":"fleet_order","actor":"p2","nation":"france","choice":{"order":"move","from":"marseille","to":"western_mediterranean_sea"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	66	{"decision":"fleet_order","actor":"p2","nation":"france","choice":{"order":"done"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	67	{"decision":"army_order","actor":"p2","nation":"france","choice":{"order":"move","from":"dijon","to":"spain"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	68	{"decision":"choose_slot","actor":"p0","nation":"great_britain","choice":{"slot":"taxation"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	69	{"decision":"choose_slot","actor":"p1","nation":"german_empire","choice":{"slot":"maneuver_1"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	70	{"decision":"fleet_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"hamburg","to":"north_sea"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	71	{"decision":"fleet_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"hamburg","to":"north_sea"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	72	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"cologne","to":"vienna"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	73	{"decision":"arrival","actor":"p1","nation":"german_empire","choice":{"choice":"attack","target":{"nation":"austria_hungary","unit":"army"}}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	74	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"munich","to":"berlin"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	75	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"berlin","to":"st_petersburg"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	76	{"decision":"arrival","actor":"p1","nation":"german_empire","choice":{"choice":"friendly"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	77	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"taxation"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	78	{"decision":"choose_slot","actor":"p1","nation":"austria_hungary","choice":{"slot":"investor"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	79	{"decision":"invest","actor":"p0","choice":{"choice":"upgrade","nation":"italy","from":9,"to":12}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	80	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"production_2"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	81	{"decision":"produce","actor":"p0","nation":"italy","choice":{"all":true}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	82	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"factory"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	83	{"decision":"build_factory","actor":"p2","nation":"france","choice":{"province":"marseille"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	84	{"decision":"choose_slot","actor":"p0","nation":"great_britain","choice":{"slot":"factory"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	85	{"decision":"build_factory","actor":"p0","nation":"great_britain","choice":{"province":"edinburgh"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	86	{"decision":"choose_slot","actor":"p1","nation":"german_empire","choice":{"slot":"import"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	87	{"decision":"import_unit","actor":"p1","nation":"german_empire","choice":{"province":"cologne","unit":"army"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	88	{"decision":"import_unit","actor":"p1","nation":"german_empire","choice":{"province":"berlin","unit":"army"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	89	{"decision":"import_unit","actor":"p1","nation":"german_empire","choice":{"province":"hamburg","unit":"fleet"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	90	{"decision":"invest","actor":"p1","choice":{"choice":"buy","nation":"great_britain","value":2}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	91	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"maneuver_1"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	92	{"decision":"army_order","actor":"p0","nation":"russia","choice":{"order":"move","from":"kiev","to":"lemberg"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	93	{"decision":"arrival","actor":"p0","nation":"russia","choice":{"choice":"hostile"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	94	{"decision":"army_order","actor":"p0","nation":"russia","choice":{"order":"move","from":"warsaw","to":"kiev"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	95	{"decision":"army_order","actor":"p0","nation":"russia","choice":{"order":"move","from":"moscow","to":"prague"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	96	{"decision":"arrival","actor":"p0","nation":"russia","choice":{"choice":"friendly"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	97	{"decision":"choose_slot","actor":"p1","nation":"austria_hungary","choice":{"slot":"taxation"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	98	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"factory"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	99	{"decision":"build_factory","actor":"p0","nation":"italy","choice":{"province":"genoa"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	100	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"investor"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	101	{"decision":"invest","actor":"p2","choice":{"choice":"pass"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	102	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"investor"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	103	{"decision":"invest","actor":"p0","choice":{"choice":"buy","nation":"german_empire","value":4}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	104	{"decision":"choose_slot","actor":"p1","nation":"german_empire","choice":{"slot":"production_2"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	105	{"decision":"produce","actor":"p1","nation":"german_empire","choice":{"province":"hamburg"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	106	{"decision":"produce","actor":"p1","nation":"german_empire","choice":{"all":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	107	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"maneuver_2"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	108	{"decision":"army_order","actor":"p0","nation":"russia","choice":{"order":"move","from":"prague","to":"vienna"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	109	{"decision":"arrival","actor":"p0","nation":"russia","choice":{"choice":"hostile"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	110	{"decision":"battle_demand","actor":"p1","nation":"austria_hungary","choice":{"demand":false}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	111	{"decision":"army_order","actor":"p0","nation":"russia","choice":{"order":"move","from":"lemberg","to":"romania"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	112	{"decision":"army_order","actor":"p0","nation":"russia","choice":{"order":"move","from":"kiev","to":"warsaw"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	113	{"decision":"invest","actor":"p1","choice":{"choice":"buy","nation":"russia","value":2}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	114	{"decision":"choose_slot","actor":"p1","nation":"austria_hungary","choice":{"slot":"import"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	115	{"decision":"import_unit","actor":"p1","nation":"austria_hungary","choice":{"done":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	116	{"decision":"invest","actor":"p2","choice":{"choice":"buy","nation":"russia","value":4}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	117	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"production_1"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	118	{"decision":"produce","actor":"p0","nation":"italy","choice":{"province":"genoa"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	119	{"decision":"produce","actor":"p0","nation":"italy","choice":{"done":true}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	120	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"maneuver_2"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	121	{"decision":"fleet_order","actor":"p2","nation":"france","choice":{"order":"move","from":"brest","to":"english_channel"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	122	{"decision":"fleet_order","actor":"p2","nation":"france","choice":{"order":"done"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	123	{"decision":"army_order","actor":"p2","nation":"france","choice":{"order":"move","from":"spain","to":"marseille"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	124	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"production_2"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	125	{"decision":"produce","actor":"p1","nation":"great_britain","choice":{"province":"liverpool"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	126	{"decision":"produce","actor":"p1","nation":"great_britain","choice":{"all":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	127	{"decision":"choose_slot","actor":"p1","nation":"german_empire","choice":{"slot":"production_1"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	128	{"decision":"produce","actor":"p1","nation":"german_empire","choice":{"all":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	129	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"maneuver_1"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	130	{"decision":"army_order","actor":"p0","nation":"russia","choice":{"order":"move","from":"vienna","to":"trieste"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	131	{"decision":"arrival","actor":"p0","nation":"russia","choice":{"choice":"friendly"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	132	{"decision":"army_order","actor":"p0","nation":"russia","choice":{"order":"move","from":"warsaw","to":"moscow"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	133	{"decision":"army_order","actor":"p0","nation":"russia","choice":{"order":"move","from":"romania","to":"warsaw"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	134	{"decision":"choose_slot","actor":"p1","nation":"austria_hungary","choice":{"slot":"production_2"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	135	{"decision":"produce","actor":"p1","nation":"austria_hungary","choice":{"all":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	136	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"investor"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	137	{"decision":"invest","actor":"p0","choice":{"choice":"upgrade","nation":"france","from":4,"to":6}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	138	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"taxation"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	139	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"maneuver_2"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	140	{"decision":"fleet_order","actor":"p1","nation":"great_britain","choice":{"order":"done"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	141	{"decision":"choose_slot","actor":"p1","nation":"german_empire","choice":{"slot":"import"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	142	{"decision":"import_unit","actor":"p1","nation":"german_empire","choice":{"province":"danzig","unit":"army"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	143	{"decision":"import_unit","actor":"p1","nation":"german_empire","choice":{"province":"danzig","unit":"fleet"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	144	{"decision":"import_unit","actor":"p1","nation":"german_empire","choice":{"province":"hamburg","unit":"army"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	145	{"decision":"invest","actor":"p1","choice":{"choice":"pass"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	146	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"import"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	147	{"decision":"import_unit","actor":"p0","nation":"russia","choice":{"province":"odessa","unit":"army"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	148	{"decision":"import_unit","actor":"p0","nation":"russia","choice":{"province":"st_petersburg","unit":"fleet"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	149	{"decision":"import_unit","actor":"p0","nation":"russia","choice":{"province":"warsaw","unit":"army"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	150	{"decision":"invest","actor":"p2","choice":{"choice":"buy","nation":"austria_hungary","value":6}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	151	{"decision":"choose_slot","actor":"p2","nation":"austria_hungary","choice":{"slot":"production_1"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	152	{"decision":"produce","actor":"p2","nation":"austria_hungary","choice":{"all":true}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	153	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"production_2"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	154	{"decision":"produce","actor":"p0","nation":"italy","choice":{"done":true}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	155	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"maneuver_1"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	156	{"decision":"fleet_order","actor":"p2","nation":"france","choice":{"order":"move","from":"english_channel","to":"bay_of_biscay"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	157	{"decision":"fleet_order","actor":"p2","nation":"france","choice":{"order":"move","from":"western_mediterranean_sea","to":"ionian_sea"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	158	{"decision":"army_order","actor":"p2","nation":"france","choice":{"order":"move","from":"marseille","to":"dijon"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	159	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"production_1"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	160	{"decision":"produce","actor":"p1","nation":"great_britain","choice":{"province":"edinburgh"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	161	{"decision":"produce","actor":"p1","nation":"great_britain","choice":{"done":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	162	{"decision":"choose_slot","actor":"p1","nation":"german_empire","choice":{"slot":"factory"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	163	{"decision":"build_factory","actor":"p1","nation":"german_empire","choice":{"decline":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	164	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"production_2"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	165	{"decision":"produce","actor":"p0","nation":"russia","choice":{"province":"odessa"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	166	{"decision":"produce","actor":"p0","nation":"russia","choice":{"province":"moscow"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	167	{"decision":"produce","actor":"p0","nation":"russia","choice":{"done":true}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	168	{"decision":"choose_slot","actor":"p2","nation":"austria_hungary","choice":{"slot":"production_2"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	169	{"decision":"produce","actor":"p2","nation":"austria_hungary","choice":{"province":"budapest"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	170	{"decision":"produce","actor":"p2","nation":"austria_hungary","choice":{"province":"vienna"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	171	{"decision":"invest","actor":"p0","choice":{"choice":"pass"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	172	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"factory"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	173	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"production_2"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	174	{"decision":"produce","actor":"p2","nation":"france","choice":{"all":true}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	175	{"decision":"invest","actor":"p1","choice":{"choice":"buy","nation":"france","value":2}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	176	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"investor"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	177	{"decision":"invest","actor":"p2","choice":{"choice":"pass"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	178	{"decision":"choose_slot","actor":"p1","nation":"german_empire","choice":{"slot":"investor"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	179	{"decision":"invest","actor":"p0","choice":{"choice":"buy","nation":"german_empire","value":6}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	180	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"factory"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	181	{"decision":"build_factory","actor":"p0","nation":"russia","choice":{"province":"st_petersburg"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	182	{"decision":"choose_slot","actor":"p2","nation":"austria_hungary","choice":{"slot":"maneuver_1"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	183	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"budapest","to":"munich"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	184	{"decision":"arrival","actor":"p2","nation":"austria_hungary","choice":{"choice":"hostile"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	185	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"budapest","to":"warsaw"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	186	{"decision":"arrival","actor":"p2","nation":"austria_hungary","choice":{"choice":"hostile"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	187	{"decision":"battle_demand","actor":"p0","nation":"russia","choice":{"demand":true,"with":{"unit":"army"}}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	188	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"budapest","to":"romania"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	189	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"vienna","to":"budapest"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	190	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"budapest","to":"warsaw"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	191	{"decision":"arrival","actor":"p2","nation":"austria_hungary","choice":{"choice":"friendly"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	192	{"decision":"battle_demand","actor":"p0","nation":"russia","choice":{"demand":false}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	193	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"budapest","to":"kiev"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	194	{"decision":"arrival","actor":"p2","nation":"austria_hungary","choice":{"choice":"friendly"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	195	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"vienna","to":"danzig"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	196	{"decision":"arrival","actor":"p2","nation":"austria_hungary","choice":{"choice":"friendly"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	197	{"decision":"battle_demand","actor":"p1","nation":"german_empire","choice":{"demand":false}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	198	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"vienna","to":"kiev"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	199	{"decision":"arrival","actor":"p2","nation":"austria_hungary","choice":{"choice":"hostile"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	200	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"vienna","to":"budapest"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	201	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"investor"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	202	{"decision":"invest","actor":"p1","choice":{"choice":"upgrade","nation":"russia","from":6,"to":12}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	203	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"maneuver_2"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	204	{"decision":"fleet_order","actor":"p2","nation":"france","choice":{"order":"done"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	205	{"decision":"army_order","actor":"p2","nation":"france","choice":{"order":"move","from":"dijon","to":"bordeaux"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	206	{"decision":"army_order","actor":"p2","nation":"france","choice":{"order":"move","from":"paris","to":"belgium"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	207	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"production_2"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	208	{"decision":"produce","actor":"p1","nation":"great_britain","choice":{"province":"dublin"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	209	{"decision":"produce","actor":"p1","nation":"great_britain","choice":{"province":"liverpool"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	210	{"decision":"produce","actor":"p1","nation":"great_britain","choice":{"province":"london"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	211	{"decision":"choose_slot","actor":"p1","nation":"german_empire","choice":{"slot":"maneuver_2"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	212	{"decision":"fleet_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"danzig","to":"baltic_sea"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	213	{"decision":"fleet_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"north_sea","to":"baltic_sea"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	214	{"decision":"fleet_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"hamburg","to":"north_sea"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	215	{"decision":"fleet_order","actor":"p1","nation":"german_empire","choice":{"order":"done"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	216	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"hamburg","to":"danzig"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	217	{"decision":"arrival","actor":"p1","nation":"german_empire","choice":{"choice":"stay"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	218	{"decision":"battle_demand","actor":"p2","nation":"austria_hungary","choice":{"demand":true,"with":{"unit":"army"}}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	219	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"berlin","to":"norway"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	220	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"berlin","to":"norway"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	221	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"st_petersburg","to":"hamburg"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	222	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"cologne","to":"belgium"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	223	{"decision":"arrival","actor":"p1","nation":"german_empire","choice":{"choice":"stay"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	224	{"decision":"battle_demand","actor":"p2","nation":"france","choice":{"demand":false}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	225	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"danzig","to":"warsaw"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	226	{"decision":"arrival","actor":"p1","nation":"german_empire","choice":{"choice":"friendly"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	227	{"decision":"battle_demand","actor":"p2","nation":"austria_hungary","choice":{"demand":true,"with":{"unit":"army"}}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	228	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"berlin","to":"hamburg"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	229	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"berlin","to":"cologne"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	230	{"decision":"choose_slot","actor":"p1","nation":"russia","choice":{"slot":"production_1"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	231	{"decision":"produce","actor":"p1","nation":"russia","choice":{"done":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	232	{"decision":"choose_slot","actor":"p2","nation":"austria_hungary","choice":{"slot":"production_2"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	233	{"decision":"produce","actor":"p2","nation":"austria_hungary","choice":{"province":"vienna"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	234	{"decision":"produce","actor":"p2","nation":"austria_hungary","choice":{"province":"budapest"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	235	{"decision":"invest","actor":"p2","choice":{"choice":"buy","nation":"france","value":4}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	236	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"maneuver_2"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	237	{"decision":"fleet_order","actor":"p0","nation":"italy","choice":{"order":"move","from":"genoa","to":"western_mediterranean_sea"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	238	{"decision":"fleet_order","actor":"p0","nation":"italy","choice":{"order":"done"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	239	{"decision":"army_order","actor":"p0","nation":"italy","choice":{"order":"move","from":"florence","to":"venice"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	240	{"decision":"army_order","actor":"p0","nation":"italy","choice":{"order":"move","from":"florence","to":"naples"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	241	{"decision":"army_order","actor":"p0","nation":"italy","choice":{"order":"move","from":"florence","to":"tunis"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	242	{"decision":"army_order","actor":"p0","nation":"italy","choice":{"order":"move","from":"rome","to":"florence"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	243	{"decision":"army_order","actor":"p0","nation":"italy","choice":{"order":"move","from":"rome","to":"genoa"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	244	{"decision":"army_order","actor":"p0","nation":"italy","choice":{"order":"move","from":"rome","to":"trieste"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	245	{"decision":"arrival","actor":"p0","nation":"italy","choice":{"choice":"hostile"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	246	{"decision":"battle_demand","actor":"p1","nation":"russia","choice":{"demand":true,"with":{"unit":"army"}}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	247	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"taxation"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	248	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"taxation"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	249	{"decision":"choose_slot","actor":"p1","nation":"german_empire","choice":{"slot":"maneuver_1"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	250	{"decision":"fleet_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"north_sea","to":"english_channel"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	251	{"decision":"fleet_order","actor":"p1","nation":"german_empire","choice":{"order":"done"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	252	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"belgium","to":"hamburg"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	253	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"hamburg","to":"cologne"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	254	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"hamburg","to":"denmark"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	255	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"norway","to":"sweden"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	256	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"cologne","to":"belgium"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	257	{"decision":"arrival","actor":"p1","nation":"german_empire","choice":{"choice":"stay"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	258	{"decision":"battle_demand","actor":"p2","nation":"france","choice":{"demand":false}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	259	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"norway","to":"holland"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	260	{"decision":"choose_slot","actor":"p1","nation":"russia","choice":{"slot":"maneuver_1"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	261	{"decision":"fleet_order","actor":"p1","nation":"russia","choice":{"order":"done"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	262	{"decision":"army_order","actor":"p1","nation":"russia","choice":{"order":"move","from":"warsaw","to":"st_petersburg"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	263	{"decision":"army_order","actor":"p1","nation":"russia","choice":{"order":"move","from":"odessa","to":"romania"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	264	{"decision":"arrival","actor":"p1","nation":"russia","choice":{"choice":"attack","target":{"nation":"austria_hungary","unit":"army"}}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	265	{"decision":"army_order","actor":"p1","nation":"russia","choice":{"order":"move","from":"moscow","to":"lemberg"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	266	{"decision":"arrival","actor":"p1","nation":"russia","choice":{"choice":"hostile"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	267	{"decision":"army_order","actor":"p1","nation":"russia","choice":{"order":"move","from":"moscow","to":"lemberg"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	268	{"decision":"arrival","actor":"p1","nation":"russia","choice":{"choice":"hostile"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	269	{"decision":"choose_slot","actor":"p2","nation":"austria_hungary","choice":{"slot":"factory"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	270	{"decision":"build_factory","actor":"p2","nation":"austria_hungary","choice":{"province":"trieste"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	271	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"factory"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	272	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"maneuver_1"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	273	{"decision":"fleet_order","actor":"p2","nation":"france","choice":{"order":"done"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	274	{"decision":"army_order","actor":"p2","nation":"france","choice":{"order":"move","from":"belgium","to":"paris"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	275	{"decision":"army_order","actor":"p2","nation":"france","choice":{"order":"done"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	276	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"factory"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	277	{"decision":"choose_slot","actor":"p1","nation":"german_empire","choice":{"slot":"investor"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	278	{"decision":"invest","actor":"p0","choice":{"choice":"buy","nation":"russia","value":6}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	279	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"investor"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	280	{"decision":"invest","actor":"p1","choice":{"choice":"upgrade","nation":"france","from":2,"to":12}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	281	{"decision":"choose_slot","actor":"p2","nation":"austria_hungary","choice":{"slot":"production_1"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	282	{"decision":"produce","actor":"p2","nation":"austria_hungary","choice":{"province":"budapest"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	283	{"decision":"produce","actor":"p2","nation":"austria_hungary","choice":{"done":true}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	284	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"production_1"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	285	{"decision":"produce","actor":"p0","nation":"italy","choice":{"province":"rome"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	286	{"decision":"produce","actor":"p0","nation":"italy","choice":{"done":true}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	287	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"import"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	288	{"decision":"import_unit","actor":"p2","nation":"france","choice":{"province":"bordeaux","unit":"fleet"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	289	{"decision":"import_unit","actor":"p2","nation":"france","choice":{"province":"brest","unit":"fleet"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	290	{"decision":"import_unit","actor":"p2","nation":"france","choice":{"province":"marseille","unit":"army"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	291	{"decision":"invest","actor":"p2","choice":{"choice":"upgrade","nation":"austria_hungary","from":4,"to":16}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	292	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"investor"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	293	{"decision":"invest","actor":"p0","choice":{"choice":"buy","nation":"austria_hungary","value":4}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	294	{"decision":"choose_slot","actor":"p1","nation":"german_empire","choice":{"slot":"import"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	295	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"import"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	296	{"decision":"import_unit","actor":"p0","nation":"russia","choice":{"done":true}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	297	{"decision":"choose_slot","actor":"p2","nation":"austria_hungary","choice":{"slot":"investor"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	298	{"decision":"invest","actor":"p1","choice":{"choice":"upgrade","nation":"austria_hungary","from":9,"to":12}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	299	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"investor"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	300	{"decision":"invest","actor":"p2","choice":{"choice":"upgrade","nation":"italy","from":4,"to":16}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	301	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"taxation"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	302	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"import"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	303	{"decision":"import_unit","actor":"p1","nation":"great_britain","choice":{"done":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	304	{"decision":"choose_slot","actor":"p1","nation":"german_empire","choice":{"slot":"production_2"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	305	{"decision":"produce","actor":"p1","nation":"german_empire","choice":{"all":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	306	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"taxation"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	307	{"decision":"choose_slot","actor":"p2","nation":"austria_hungary","choice":{"slot":"production_2"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	308	{"decision":"produce","actor":"p2","nation":"austria_hungary","choice":{"done":true}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	309	{"decision":"choose_slot","actor":"p2","nation":"italy","choice":{"slot":"production_2"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	310	{"decision":"produce","actor":"p2","nation":"italy","choice":{"done":true}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	311	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"investor"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	312	{"decision":"invest","actor":"p0","choice":{"choice":"upgrade","nation":"italy","from":12,"to":20}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	313	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"production_1"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	314	{"decision":"choose_slot","actor":"p1","nation":"german_empire","choice":{"slot":"maneuver_1"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	315	{"decision":"fleet_order","actor":"p1","nation":"german_empire","choice":{"order":"done"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	316	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"hamburg","to":"sweden"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	317	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"cologne","to":"hamburg"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	318	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"sweden","to":"belgium"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	319	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"holland","to":"berlin"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	320	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"berlin","to":"st_petersburg"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	321	{"decision":"arrival","actor":"p1","nation":"german_empire","choice":{"choice":"hostile"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	322	{"decision":"battle_demand","actor":"p0","nation":"russia","choice":{"demand":false}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	323	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"move","from":"denmark","to":"berlin"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	324	{"decision":"army_order","actor":"p1","nation":"german_empire","choice":{"order":"done"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	325	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"maneuver_1"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	326	{"decision":"fleet_order","actor":"p0","nation":"russia","choice":{"order":"move","from":"odessa","to":"black_sea"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	327	{"decision":"fleet_order","actor":"p0","nation":"russia","choice":{"order":"done"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	328	{"decision":"army_order","actor":"p0","nation":"russia","choice":{"order":"move","from":"lemberg","to":"kiev"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	329	{"decision":"arrival","actor":"p0","nation":"russia","choice":{"choice":"attack","target":{"nation":"austria_hungary","unit":"army","stance":"hostile"}}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	330	{"decision":"army_order","actor":"p0","nation":"russia","choice":{"order":"move","from":"lemberg","to":"romania"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	331	{"decision":"army_order","actor":"p0","nation":"russia","choice":{"order":"attack","region":"st_petersburg","own":{"nation":"russia","unit":"army"},"target":{"nation":"german_empire","unit":"army"}}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	332	{"decision":"choose_slot","actor":"p2","nation":"austria_hungary","choice":{"slot":"maneuver_1"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	333	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"munich","to":"prague"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	334	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"budapest","to":"danzig"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	335	{"decision":"arrival","actor":"p2","nation":"austria_hungary","choice":{"choice":"hostile"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	336	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"vienna","to":"munich"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	337	{"decision":"arrival","actor":"p2","nation":"austria_hungary","choice":{"choice":"friendly"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	338	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"kiev","to":"warsaw"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	339	{"decision":"arrival","actor":"p2","nation":"austria_hungary","choice":{"choice":"friendly"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	340	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"budapest","to":"warsaw"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	341	{"decision":"arrival","actor":"p2","nation":"austria_hungary","choice":{"choice":"friendly"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	342	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"budapest","to":"warsaw"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	343	{"decision":"arrival","actor":"p2","nation":"austria_hungary","choice":{"choice":"friendly"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	344	{"decision":"army_order","actor":"p2","nation":"austria_hungary","choice":{"order":"move","from":"budapest","to":"vienna"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	345	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"factory"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	346	{"decision":"build_factory","actor":"p0","nation":"italy","choice":{"province":"venice"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	347	{"decision":"choose_slot","actor":"p2","nation":"france","choice":{"slot":"import"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	348	{"decision":"import_unit","actor":"p2","nation":"france","choice":{"province":"marseille","unit":"fleet"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	349	{"decision":"import_unit","actor":"p2","nation":"france","choice":{"province":"marseille","unit":"army"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	350	{"decision":"import_unit","actor":"p2","nation":"france","choice":{"province":"paris","unit":"army"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	351	{"decision":"choose_slot","actor":"p1","nation":"great_britain","choice":{"slot":"import"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	352	{"decision":"invest","actor":"p1","choice":{"choice":"buy","nation":"france","value":2}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	353	{"decision":"choose_slot","actor":"p1","nation":"german_empire","choice":{"slot":"production_2"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	354	{"decision":"produce","actor":"p1","nation":"german_empire","choice":{"province":"berlin"}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	355	{"decision":"produce","actor":"p1","nation":"german_empire","choice":{"all":true}}	1	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	356	{"decision":"invest","actor":"p2","choice":{"choice":"upgrade","nation":"italy","from":2,"to":4}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	357	{"decision":"choose_slot","actor":"p0","nation":"russia","choice":{"slot":"import"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	358	{"decision":"import_unit","actor":"p0","nation":"russia","choice":{"province":"moscow","unit":"army"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	359	{"decision":"import_unit","actor":"p0","nation":"russia","choice":{"done":true}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	360	{"decision":"invest","actor":"p0","choice":{"choice":"pass"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	361	{"decision":"choose_slot","actor":"p2","nation":"austria_hungary","choice":{"slot":"import"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	362	{"decision":"import_unit","actor":"p2","nation":"austria_hungary","choice":{"province":"budapest","unit":"army"}}	2	a561bd749d61d61b	\N	\N	f	1750691200
2f2bd82dd6fac124	365	{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"investor"}}	0	a561bd749d61d61b	\N	\N	f	1750691200
\.
COPY public.log (table_id, seq, at, kind, audience, user_id, body) FROM stdin;
76f75077162e2586	1	1750000000	created	all	88e4fb4b0b467d18	{"name":"Forgotten","host":"Eve"}
76f75077162e2586	2	1750691200	expired	all	\N	{}
577f1e4e75aef28c	1	1750691200	created	all	a561bd749d61d61b	{"name":"Open","host":"Ann"}
96f9d3d506a8f845	1	1750691200	created	all	a561bd749d61d61b	{"name":"Running","host":"Ann"}
96f9d3d506a8f845	2	1750691200	seat	all	e6552fdc875a14cf	{"seat":1,"name":"Bob","user":"e6552fdc875a14cf","bot":null,"offered":false}
96f9d3d506a8f845	3	1750691200	started	all	a561bd749d61d61b	{"players":["Ann","Bob","Welser"],"events":[{"event":"starting_cash","player":"Ann","amount":24},{"event":"starting_cash","player":"Bob","amount":24},{"event":"starting_cash","player":"Welser","amount":24},{"event":"bond_bought","player":"Ann","nation":"india","value":9,"interest":4},{"event":"bond_bought","player":"Ann","nation":"brazil","value":2,"interest":1},{"event":"government_changed","nation":"india","before":null,"after":"Ann"},{"event":"bond_bought","player":"Ann","nation":"usa","value":9,"interest":4},{"event":"bond_bought","player":"Ann","nation":"russia","value":2,"interest":1},{"event":"government_changed","nation":"usa","before":null,"after":"Ann"},{"event":"bond_bought","player":"Bob","nation":"china","value":9,"interest":4},{"event":"bond_bought","player":"Bob","nation":"usa","value":2,"interest":1},{"event":"government_changed","nation":"china","before":null,"after":"Bob"},{"event":"bond_bought","player":"Bob","nation":"europe","value":9,"interest":4},{"event":"bond_bought","player":"Bob","nation":"india","value":2,"interest":1},{"event":"government_changed","nation":"europe","before":null,"after":"Bob"},{"event":"bond_bought","player":"Welser","nation":"russia","value":9,"interest":4},{"event":"bond_bought","player":"Welser","nation":"europe","value":2,"interest":1},{"event":"government_changed","nation":"russia","before":null,"after":"Welser"},{"event":"bond_bought","player":"Welser","nation":"brazil","value":9,"interest":4},{"event":"bond_bought","player":"Welser","nation":"china","value":2,"interest":1},{"event":"government_changed","nation":"brazil","before":null,"after":"Welser"},{"event":"investor_card_placed","player":"Ann"},{"event":"turn_started","nation":"russia","player":"Welser","round":1}]}
96f9d3d506a8f845	4	1750691200	chat	all	a561bd749d61d61b	{"room":"table","name":"Ann","text":"Good luck!"}
96f9d3d506a8f845	5	1750691200	chat	spectators	88e4fb4b0b467d18	{"room":"gallery","name":"Eve","text":"Boo!"}
96f9d3d506a8f845	6	1750691200	muted	all	a561bd749d61d61b	{"user":"88e4fb4b0b467d18","muted":true}
96f9d3d506a8f845	7	1750691200	action	all	\N	{"position":1,"number":1,"entry":{"decision":"choose_slot","actor":"Welser","nation":"russia","choice":{"slot":"production_2"}},"events":[{"event":"marker_placed","nation":"russia","slot":"production_2"}],"seat":2,"bot":"random"}
96f9d3d506a8f845	8	1750691200	action	all	\N	{"position":2,"number":2,"entry":{"decision":"produce","actor":"Welser","nation":"russia","choice":{"province":"moscow"}},"events":[{"event":"unit_produced","nation":"russia","region":"moscow","unit":"army"}],"seat":2,"bot":"random"}
96f9d3d506a8f845	9	1750691200	action	all	\N	{"position":3,"number":3,"entry":{"decision":"produce","actor":"Welser","nation":"russia","choice":{"province":"vladivostok"}},"events":[{"event":"unit_produced","nation":"russia","region":"vladivostok","unit":"fleet"},{"event":"turn_started","nation":"china","player":"Bob","round":1}],"seat":2,"bot":"random"}
96f9d3d506a8f845	10	1750691200	action	all	e6552fdc875a14cf	{"position":4,"number":4,"entry":{"decision":"choose_slot","actor":"Bob","nation":"china","choice":{"slot":"maneuver_1"}},"events":[{"event":"marker_placed","nation":"china","slot":"maneuver_1"},{"event":"turn_started","nation":"india","player":"Ann","round":1}],"seat":1,"bot":null}
96f9d3d506a8f845	11	1750691200	undone	all	e6552fdc875a14cf	{"position":5,"to":3}
96f9d3d506a8f845	12	1750691200	action	all	e6552fdc875a14cf	{"position":6,"number":4,"entry":{"decision":"choose_slot","actor":"Bob","nation":"china","choice":{"slot":"production_1"}},"events":[{"event":"marker_placed","nation":"china","slot":"production_1"}],"seat":1,"bot":null}
96f9d3d506a8f845	13	1750691200	action	all	e6552fdc875a14cf	{"position":7,"number":5,"entry":{"decision":"produce","actor":"Bob","nation":"china","choice":{"all":true}},"events":[{"event":"unit_produced","nation":"china","region":"beijing","unit":"army"},{"event":"unit_produced","nation":"china","region":"shanghai","unit":"fleet"},{"event":"turn_started","nation":"india","player":"Ann","round":1}],"seat":1,"bot":null}
96f9d3d506a8f845	14	1750691200	action	all	a561bd749d61d61b	{"position":8,"number":6,"entry":{"decision":"choose_slot","actor":"Ann","nation":"india","choice":{"slot":"production_1"}},"events":[{"event":"marker_placed","nation":"india","slot":"production_1"}],"seat":0,"bot":null}
96f9d3d506a8f845	15	1750691200	action	all	a561bd749d61d61b	{"position":9,"number":7,"entry":{"decision":"produce","actor":"Ann","nation":"india","choice":{"done":true}},"events":[{"event":"turn_started","nation":"brazil","player":"Welser","round":1}],"seat":0,"bot":null}
96f9d3d506a8f845	16	1750691200	action	all	\N	{"position":10,"number":8,"entry":{"decision":"choose_slot","actor":"Welser","nation":"brazil","choice":{"slot":"maneuver_1"}},"events":[{"event":"marker_placed","nation":"brazil","slot":"maneuver_1"},{"event":"turn_started","nation":"usa","player":"Ann","round":1}],"seat":2,"bot":"random"}
96f9d3d506a8f845	17	1750691200	action	all	a561bd749d61d61b	{"position":11,"number":9,"entry":{"decision":"choose_slot","actor":"Ann","nation":"usa","choice":{"slot":"taxation"}},"events":[{"event":"marker_placed","nation":"usa","slot":"taxation"},{"event":"tax_collected","nation":"usa","revenue":4,"factories":2,"flags":0,"to_treasury":4},{"event":"soldiers_paid","nation":"usa","amount":0,"units":0,"from_treasury":true},{"event":"turn_started","nation":"europe","player":"Bob","round":1}],"seat":0,"bot":null}
96f9d3d506a8f845	18	1750691200	action	all	e6552fdc875a14cf	{"position":12,"number":10,"entry":{"decision":"choose_slot","actor":"Bob","nation":"europe","choice":{"slot":"taxation"}},"events":[{"event":"marker_placed","nation":"europe","slot":"taxation"},{"event":"tax_collected","nation":"europe","revenue":4,"factories":2,"flags":0,"to_treasury":4},{"event":"soldiers_paid","nation":"europe","amount":0,"units":0,"from_treasury":true},{"event":"turn_started","nation":"russia","player":"Welser","round":2}],"seat":1,"bot":null}
96f9d3d506a8f845	19	1750691200	action	all	\N	{"position":13,"number":11,"entry":{"decision":"choose_slot","actor":"Welser","nation":"russia","choice":{"slot":"production_1"}},"events":[{"event":"rondel_paid","player":"Welser","nation":"russia","amount":1,"steps":1},{"event":"marker_moved","nation":"russia","origin":"production_2","slot":"production_1","steps":4,"passes_investor":false}],"seat":2,"bot":"random"}
96f9d3d506a8f845	20	1750691200	action	all	\N	{"position":14,"number":12,"entry":{"decision":"produce","actor":"Welser","nation":"russia","choice":{"province":"moscow"}},"events":[{"event":"unit_produced","nation":"russia","region":"moscow","unit":"army"}],"seat":2,"bot":"random"}
96f9d3d506a8f845	21	1750691200	action	all	\N	{"position":15,"number":13,"entry":{"decision":"produce","actor":"Welser","nation":"russia","choice":{"province":"vladivostok"}},"events":[{"event":"unit_produced","nation":"russia","region":"vladivostok","unit":"fleet"},{"event":"turn_started","nation":"china","player":"Bob","round":2}],"seat":2,"bot":"random"}
96f9d3d506a8f845	22	1750691200	action	all	e6552fdc875a14cf	{"position":16,"number":14,"entry":{"decision":"choose_slot","actor":"Bob","nation":"china","choice":{"slot":"production_2"}},"events":[{"event":"rondel_paid","player":"Bob","nation":"china","amount":1,"steps":1},{"event":"marker_moved","nation":"china","origin":"production_1","slot":"production_2","steps":4,"passes_investor":true}],"seat":1,"bot":null}
96f9d3d506a8f845	23	1750691200	action	all	e6552fdc875a14cf	{"position":17,"number":15,"entry":{"decision":"produce","actor":"Bob","nation":"china","choice":{"province":"shanghai"}},"events":[{"event":"unit_produced","nation":"china","region":"shanghai","unit":"fleet"}],"seat":1,"bot":null}
96f9d3d506a8f845	25	1750691200	action	all	a561bd749d61d61b	{"position":19,"number":17,"entry":{"decision":"invest","actor":"Ann","choice":{"choice":"upgrade","nation":"russia","from":2,"to":6}},"events":[{"event":"bond_upgraded","player":"Ann","nation":"russia","old":2,"new":6,"price":4},{"event":"investor_card_passed","before":"Ann","after":"Bob"},{"event":"turn_started","nation":"india","player":"Ann","round":2}],"seat":0,"bot":null}
96f9d3d506a8f845	27	1750691200	action	all	\N	{"position":21,"number":19,"entry":{"decision":"choose_slot","actor":"Welser","nation":"brazil","choice":{"slot":"investor"}},"events":[{"event":"marker_moved","nation":"brazil","origin":"maneuver_1","slot":"investor","steps":1,"passes_investor":false},{"event":"interest_paid","nation":"brazil","player":"Ann","amount":1,"by_treasury":1,"by_government":0,"government":"Welser"},{"event":"interest_paid","nation":"brazil","player":"Welser","amount":4,"by_treasury":4,"by_government":0,"government":"Welser"},{"event":"investor_paid","player":"Bob","amount":2}],"seat":2,"bot":"random"}
96f9d3d506a8f845	28	1750691200	action	all	e6552fdc875a14cf	{"position":22,"number":20,"entry":{"decision":"invest","actor":"Bob","choice":{"choice":"upgrade","nation":"usa","from":2,"to":4}},"events":[{"event":"bond_upgraded","player":"Bob","nation":"usa","old":2,"new":4,"price":2},{"event":"investor_card_passed","before":"Bob","after":"Welser"},{"event":"turn_started","nation":"usa","player":"Ann","round":2}],"seat":1,"bot":null}
96f9d3d506a8f845	30	1750691200	action	all	\N	{"position":24,"number":22,"entry":{"decision":"invest","actor":"Welser","choice":{"choice":"upgrade","nation":"china","from":2,"to":6}},"events":[{"event":"bond_upgraded","player":"Welser","nation":"china","old":2,"new":6,"price":4},{"event":"investor_card_passed","before":"Welser","after":"Ann"},{"event":"turn_started","nation":"europe","player":"Bob","round":2}],"seat":2,"bot":"random"}
96f9d3d506a8f845	36	1750691200	action	all	\N	{"position":30,"number":28,"entry":{"decision":"fleet_order","actor":"Welser","nation":"russia","choice":{"order":"move","from":"vladivostok","to":"sea_of_japan"}},"events":[{"event":"unit_moved","nation":"russia","unit":"fleet","origin":"vladivostok","target":"sea_of_japan","way":"port","stance":null,"canals":[],"seas":[]}],"seat":2,"bot":"random"}
96f9d3d506a8f845	38	1750691200	action	all	\N	{"position":32,"number":30,"entry":{"decision":"army_order","actor":"Welser","nation":"russia","choice":{"order":"move","from":"moscow","to":"berlin"}},"events":[{"event":"unit_moved","nation":"russia","unit":"army","origin":"moscow","target":"berlin","way":"land","stance":null,"canals":[],"seas":[]}],"seat":2,"bot":"random"}
96f9d3d506a8f845	40	1750691200	action	all	e6552fdc875a14cf	{"position":34,"number":32,"entry":{"decision":"choose_slot","actor":"Bob","nation":"china","choice":{"slot":"taxation"}},"events":[{"event":"marker_moved","nation":"china","origin":"production_2","slot":"taxation","steps":2,"passes_investor":false},{"event":"tax_collected","nation":"china","revenue":4,"factories":2,"flags":0,"to_treasury":4},{"event":"soldiers_paid","nation":"china","amount":4,"units":4,"from_treasury":true},{"event":"turn_started","nation":"india","player":"Ann","round":3}],"seat":1,"bot":null}
96f9d3d506a8f845	44	1750691200	action	all	e6552fdc875a14cf	{"position":38,"number":36,"entry":{"decision":"invest","actor":"Bob","choice":{"choice":"buy","nation":"usa","value":2}},"events":[{"event":"bond_bought","player":"Bob","nation":"usa","value":2,"interest":1},{"event":"investor_card_passed","before":"Bob","after":"Welser"},{"event":"turn_started","nation":"brazil","player":"Welser","round":3}],"seat":1,"bot":null}
96f9d3d506a8f845	45	1750691200	action	all	\N	{"position":39,"number":37,"entry":{"decision":"choose_slot","actor":"Welser","nation":"brazil","choice":{"slot":"production_2"}},"events":[{"event":"marker_moved","nation":"brazil","origin":"investor","slot":"production_2","steps":2,"passes_investor":false}],"seat":2,"bot":"random"}
96f9d3d506a8f845	48	1750691200	action	all	a561bd749d61d61b	{"position":42,"number":40,"entry":{"decision":"choose_slot","actor":"Ann","nation":"usa","choice":{"slot":"maneuver_2"}},"events":[{"event":"marker_moved","nation":"usa","origin":"investor","slot":"maneuver_2","steps":3,"passes_investor":false},{"event":"turn_started","nation":"europe","player":"Bob","round":3}],"seat":0,"bot":null}
96f9d3d506a8f845	50	1750691200	action	all	e6552fdc875a14cf	{"position":44,"number":42,"entry":{"decision":"build_factory","actor":"Bob","nation":"europe","choice":{"decline":true}},"events":[{"event":"factory_declined","nation":"europe"},{"event":"turn_started","nation":"russia","player":"Welser","round":4}],"seat":1,"bot":null}
96f9d3d506a8f845	53	1750691200	action	all	e6552fdc875a14cf	{"position":47,"number":45,"entry":{"decision":"choose_slot","actor":"Bob","nation":"china","choice":{"slot":"factory"}},"events":[{"event":"marker_moved","nation":"china","origin":"taxation","slot":"factory","steps":1,"passes_investor":false}],"seat":1,"bot":null}
96f9d3d506a8f845	54	1750691200	action	all	e6552fdc875a14cf	{"position":48,"number":46,"entry":{"decision":"build_factory","actor":"Bob","nation":"china","choice":{"province":"chongqing"}},"events":[{"event":"factory_built","nation":"china","region":"chongqing","factory":"armaments","cost":5},{"event":"turn_started","nation":"india","player":"Ann","round":4}],"seat":1,"bot":null}
96f9d3d506a8f845	55	1750691200	action	all	a561bd749d61d61b	{"position":49,"number":47,"entry":{"decision":"choose_slot","actor":"Ann","nation":"india","choice":{"slot":"factory"}},"events":[{"event":"rondel_paid","player":"Ann","nation":"india","amount":1,"steps":1},{"event":"marker_moved","nation":"india","origin":"import","slot":"factory","steps":4,"passes_investor":false}],"seat":0,"bot":null}
96f9d3d506a8f845	56	1750691200	action	all	a561bd749d61d61b	{"position":50,"number":48,"entry":{"decision":"build_factory","actor":"Ann","nation":"india","choice":{"decline":true}},"events":[{"event":"factory_declined","nation":"india"},{"event":"turn_started","nation":"brazil","player":"Welser","round":4}],"seat":0,"bot":null}
96f9d3d506a8f845	24	1750691200	action	all	e6552fdc875a14cf	{"position":18,"number":16,"entry":{"decision":"produce","actor":"Bob","nation":"china","choice":{"province":"beijing"}},"events":[{"event":"unit_produced","nation":"china","region":"beijing","unit":"army"},{"event":"investor_paid","player":"Ann","amount":2}],"seat":1,"bot":null}
96f9d3d506a8f845	26	1750691200	action	all	a561bd749d61d61b	{"position":20,"number":18,"entry":{"decision":"choose_slot","actor":"Ann","nation":"india","choice":{"slot":"maneuver_1"}},"events":[{"event":"marker_moved","nation":"india","origin":"production_1","slot":"maneuver_1","steps":1,"passes_investor":false},{"event":"turn_started","nation":"brazil","player":"Welser","round":2}],"seat":0,"bot":null}
96f9d3d506a8f845	29	1750691200	action	all	a561bd749d61d61b	{"position":23,"number":21,"entry":{"decision":"choose_slot","actor":"Ann","nation":"usa","choice":{"slot":"investor"}},"events":[{"event":"rondel_paid","player":"Ann","nation":"usa","amount":1,"steps":1},{"event":"marker_moved","nation":"usa","origin":"taxation","slot":"investor","steps":4,"passes_investor":false},{"event":"interest_paid","nation":"usa","player":"Bob","amount":2,"by_treasury":2,"by_government":0,"government":"Ann"},{"event":"interest_paid","nation":"usa","player":"Ann","amount":4,"by_treasury":4,"by_government":0,"government":"Ann"},{"event":"investor_paid","player":"Welser","amount":2}],"seat":0,"bot":null}
96f9d3d506a8f845	32	1750691200	action	all	e6552fdc875a14cf	{"position":26,"number":24,"entry":{"decision":"import_unit","actor":"Bob","nation":"europe","choice":{"done":true}},"events":[{"event":"investor_paid","player":"Ann","amount":2}],"seat":1,"bot":null}
96f9d3d506a8f845	33	1750691200	action	all	a561bd749d61d61b	{"position":27,"number":25,"entry":{"decision":"invest","actor":"Ann","choice":{"choice":"buy","nation":"russia","value":2}},"events":[{"event":"bond_bought","player":"Ann","nation":"russia","value":2,"interest":1},{"event":"investor_card_passed","before":"Ann","after":"Bob"},{"event":"turn_started","nation":"russia","player":"Welser","round":3}],"seat":0,"bot":null}
96f9d3d506a8f845	41	1750691200	action	all	a561bd749d61d61b	{"position":35,"number":33,"entry":{"decision":"choose_slot","actor":"Ann","nation":"india","choice":{"slot":"import"}},"events":[{"event":"marker_moved","nation":"india","origin":"maneuver_1","slot":"import","steps":2,"passes_investor":true}],"seat":0,"bot":null}
96f9d3d506a8f845	42	1750691200	action	all	a561bd749d61d61b	{"position":36,"number":34,"entry":{"decision":"import_unit","actor":"Ann","nation":"india","choice":{"province":"new_delhi","unit":"army"}},"events":[{"event":"unit_imported","nation":"india","region":"new_delhi","unit":"army","cost":1}],"seat":0,"bot":null}
96f9d3d506a8f845	43	1750691200	action	all	a561bd749d61d61b	{"position":37,"number":35,"entry":{"decision":"import_unit","actor":"Ann","nation":"india","choice":{"done":true}},"events":[{"event":"investor_paid","player":"Bob","amount":2}],"seat":0,"bot":null}
96f9d3d506a8f845	46	1750691200	action	all	\N	{"position":40,"number":38,"entry":{"decision":"produce","actor":"Welser","nation":"brazil","choice":{"province":"brasilia"}},"events":[{"event":"unit_produced","nation":"brazil","region":"brasilia","unit":"army"}],"seat":2,"bot":"random"}
96f9d3d506a8f845	47	1750691200	action	all	\N	{"position":41,"number":39,"entry":{"decision":"produce","actor":"Welser","nation":"brazil","choice":{"done":true}},"events":[{"event":"turn_started","nation":"usa","player":"Ann","round":3}],"seat":2,"bot":"random"}
96f9d3d506a8f845	49	1750691200	action	all	e6552fdc875a14cf	{"position":43,"number":41,"entry":{"decision":"choose_slot","actor":"Bob","nation":"europe","choice":{"slot":"factory"}},"events":[{"event":"rondel_paid","player":"Bob","nation":"europe","amount":1,"steps":1},{"event":"marker_moved","nation":"europe","origin":"import","slot":"factory","steps":4,"passes_investor":false}],"seat":1,"bot":null}
96f9d3d506a8f845	52	1750691200	action	all	\N	{"position":46,"number":44,"entry":{"decision":"invest","actor":"Welser","choice":{"choice":"pass"}},"events":[{"event":"invest_passed","player":"Welser"},{"event":"investor_card_passed","before":"Welser","after":"Ann"},{"event":"turn_started","nation":"china","player":"Bob","round":4}],"seat":2,"bot":"random"}
96f9d3d506a8f845	58	1750691200	action	all	\N	{"position":52,"number":50,"entry":{"decision":"build_factory","actor":"Welser","nation":"brazil","choice":{"province":"fortaleza"}},"events":[{"event":"factory_built","nation":"brazil","region":"fortaleza","factory":"shipyard","cost":5},{"event":"turn_started","nation":"usa","player":"Ann","round":4}],"seat":2,"bot":"random"}
96f9d3d506a8f845	60	1750691200	action	all	a561bd749d61d61b	{"position":54,"number":52,"entry":{"decision":"import_unit","actor":"Ann","nation":"usa","choice":{"province":"chicago","unit":"army"}},"events":[{"event":"unit_imported","nation":"usa","region":"chicago","unit":"army","cost":1}],"seat":0,"bot":null}
96f9d3d506a8f845	61	1750691200	action	all	a561bd749d61d61b	{"position":55,"number":53,"entry":{"decision":"import_unit","actor":"Ann","nation":"usa","choice":{"province":"san_francisco","unit":"fleet"}},"events":[{"event":"unit_imported","nation":"usa","region":"san_francisco","unit":"fleet","cost":1}],"seat":0,"bot":null}
96f9d3d506a8f845	69	1750691200	vote	all	a561bd749d61d61b	{"number":69,"kind":"pause","by":"a561bd749d61d61b","to":null,"yes":["a561bd749d61d61b"],"outcome":null}
2f2bd82dd6fac124	4	1750691200	action	all	a561bd749d61d61b	{"position":364,"number":364,"entry":{"decision":"invest","actor":"p1","choice":{"choice":"pass"}},"events":[{"event":"invest_passed","player":"p1"},{"event":"investor_card_passed","before":"p1","after":"p2"},{"event":"turn_started","nation":"italy","player":"p0","round":19}],"seat":1,"bot":null}
2f2bd82dd6fac124	7	1750691200	action	all	a561bd749d61d61b	{"position":367,"number":367,"entry":{"decision":"choose_slot","actor":"p1","nation":"france","choice":{"slot":"taxation"}},"events":[{"event":"marker_moved","nation":"france","origin":"import","slot":"taxation","steps":3,"passes_investor":false},{"event":"tax_collected","nation":"france","revenue":11,"factories":4,"flags":3,"to_treasury":0},{"event":"soldiers_paid","nation":"france","amount":11,"units":13,"from_treasury":false},{"event":"power_gained","nation":"france","points":5,"total":25},{"event":"game_ended","nation":"france","points":25,"scores":{"p0":25,"p1":32,"p2":41},"ranking":[["p2"],["p1"],["p0"]]}],"seat":1,"bot":null}
2f2bd82dd6fac124	8	1750691200	finished	all	\N	{"result":{"scores":{"p0":25,"p1":32,"p2":41},"ranking":[["p2"],["p1"],["p0"]]}}
dfe1fd3b07e01dbf	1	1750691200	created	all	a561bd749d61d61b	{"name":"Ended","host":"Ann"}
dfe1fd3b07e01dbf	4	1750691200	vote	all	e6552fdc875a14cf	{"number":4,"kind":"end","by":"e6552fdc875a14cf","to":null,"yes":["e6552fdc875a14cf"],"outcome":null}
dfe1fd3b07e01dbf	5	1750691200	vote	all	a561bd749d61d61b	{"number":4,"kind":"end","by":"e6552fdc875a14cf","to":null,"yes":["e6552fdc875a14cf","a561bd749d61d61b"],"outcome":"carried"}
dfe1fd3b07e01dbf	6	1750691200	ended	all	\N	{}
96f9d3d506a8f845	31	1750691200	action	all	e6552fdc875a14cf	{"position":25,"number":23,"entry":{"decision":"choose_slot","actor":"Bob","nation":"europe","choice":{"slot":"import"}},"events":[{"event":"rondel_paid","player":"Bob","nation":"europe","amount":2,"steps":2},{"event":"marker_moved","nation":"europe","origin":"taxation","slot":"import","steps":5,"passes_investor":true}],"seat":1,"bot":null}
96f9d3d506a8f845	34	1750691200	action	all	\N	{"position":28,"number":26,"entry":{"decision":"choose_slot","actor":"Welser","nation":"russia","choice":{"slot":"maneuver_1"}},"events":[{"event":"marker_moved","nation":"russia","origin":"production_1","slot":"maneuver_1","steps":1,"passes_investor":false}],"seat":2,"bot":"random"}
96f9d3d506a8f845	35	1750691200	action	all	\N	{"position":29,"number":27,"entry":{"decision":"fleet_order","actor":"Welser","nation":"russia","choice":{"order":"move","from":"vladivostok","to":"sea_of_japan"}},"events":[{"event":"unit_moved","nation":"russia","unit":"fleet","origin":"vladivostok","target":"sea_of_japan","way":"port","stance":null,"canals":[],"seas":[]}],"seat":2,"bot":"random"}
96f9d3d506a8f845	37	1750691200	action	all	\N	{"position":31,"number":29,"entry":{"decision":"army_order","actor":"Welser","nation":"russia","choice":{"order":"move","from":"moscow","to":"novosibirsk"}},"events":[{"event":"unit_moved","nation":"russia","unit":"army","origin":"moscow","target":"novosibirsk","way":"rail","stance":null,"canals":[],"seas":[]}],"seat":2,"bot":"random"}
96f9d3d506a8f845	39	1750691200	action	all	\N	{"position":33,"number":31,"entry":{"decision":"arrival","actor":"Welser","nation":"russia","choice":{"choice":"hostile"}},"events":[{"event":"army_entered","nation":"russia","region":"berlin","stance":"hostile"},{"event":"flag_placed","nation":"russia","region":"sea_of_japan"},{"event":"turn_started","nation":"china","player":"Bob","round":3}],"seat":2,"bot":"random"}
96f9d3d506a8f845	51	1750691200	action	all	\N	{"position":45,"number":43,"entry":{"decision":"choose_slot","actor":"Welser","nation":"russia","choice":{"slot":"investor"}},"events":[{"event":"marker_moved","nation":"russia","origin":"maneuver_1","slot":"investor","steps":1,"passes_investor":false},{"event":"interest_paid","nation":"russia","player":"Ann","amount":4,"by_treasury":4,"by_government":0,"government":"Welser"},{"event":"interest_paid","nation":"russia","player":"Welser","amount":4,"by_treasury":4,"by_government":0,"government":"Welser"},{"event":"investor_paid","player":"Welser","amount":2}],"seat":2,"bot":"random"}
96f9d3d506a8f845	59	1750691200	action	all	a561bd749d61d61b	{"position":53,"number":51,"entry":{"decision":"choose_slot","actor":"Ann","nation":"usa","choice":{"slot":"import"}},"events":[{"event":"rondel_paid","player":"Ann","nation":"usa","amount":3,"steps":3},{"event":"marker_moved","nation":"usa","origin":"maneuver_2","slot":"import","steps":6,"passes_investor":true}],"seat":0,"bot":null}
96f9d3d506a8f845	64	1750691200	action	all	e6552fdc875a14cf	{"position":58,"number":56,"entry":{"decision":"choose_slot","actor":"Bob","nation":"europe","choice":{"slot":"investor"}},"events":[{"event":"marker_moved","nation":"europe","origin":"factory","slot":"investor","steps":3,"passes_investor":false},{"event":"interest_paid","nation":"europe","player":"Welser","amount":1,"by_treasury":1,"by_government":0,"government":"Bob"},{"event":"interest_paid","nation":"europe","player":"Bob","amount":4,"by_treasury":4,"by_government":0,"government":"Bob"},{"event":"investor_paid","player":"Bob","amount":2}],"seat":1,"bot":null}
96f9d3d506a8f845	65	1750691200	action	all	e6552fdc875a14cf	{"position":59,"number":57,"entry":{"decision":"invest","actor":"Bob","choice":{"choice":"buy","nation":"russia","value":4}},"events":[{"event":"bond_bought","player":"Bob","nation":"russia","value":4,"interest":2},{"event":"investor_card_passed","before":"Bob","after":"Welser"},{"event":"turn_started","nation":"russia","player":"Welser","round":5}],"seat":1,"bot":null}
96f9d3d506a8f845	67	1750691200	action	all	\N	{"position":61,"number":59,"entry":{"decision":"produce","actor":"Welser","nation":"russia","choice":{"all":true}},"events":[{"event":"unit_produced","nation":"russia","region":"moscow","unit":"army"},{"event":"unit_produced","nation":"russia","region":"vladivostok","unit":"fleet"},{"event":"turn_started","nation":"china","player":"Bob","round":5}],"seat":2,"bot":"random"}
2f2bd82dd6fac124	3	1750691200	action	all	a561bd749d61d61b	{"position":363,"number":363,"entry":{"decision":"import_unit","actor":"p2","nation":"austria_hungary","choice":{"done":true}},"events":[{"event":"investor_paid","player":"p1","amount":2}],"seat":2,"bot":null}
2f2bd82dd6fac124	6	1750691200	action	all	a561bd749d61d61b	{"position":366,"number":366,"entry":{"decision":"invest","actor":"p2","choice":{"choice":"upgrade","nation":"italy","from":4,"to":6}},"events":[{"event":"bond_upgraded","player":"p2","nation":"italy","old":4,"new":6,"price":2},{"event":"government_changed","nation":"italy","before":"p0","after":"p2"},{"event":"investor_card_passed","before":"p2","after":"p0"},{"event":"turn_started","nation":"france","player":"p1","round":19}],"seat":2,"bot":null}
dfe1fd3b07e01dbf	3	1750691200	started	all	a561bd749d61d61b	{"players":["Ann","Bob"],"events":[{"event":"starting_cash","player":"Ann","amount":39},{"event":"starting_cash","player":"Bob","amount":39},{"event":"bond_bought","player":"Ann","nation":"italy","value":9,"interest":4},{"event":"bond_bought","player":"Ann","nation":"great_britain","value":4,"interest":2},{"event":"government_changed","nation":"italy","before":null,"after":"Ann"},{"event":"bond_bought","player":"Ann","nation":"russia","value":9,"interest":4},{"event":"bond_bought","player":"Ann","nation":"france","value":4,"interest":2},{"event":"government_changed","nation":"russia","before":null,"after":"Ann"},{"event":"bond_bought","player":"Ann","nation":"great_britain","value":9,"interest":4},{"event":"bond_bought","player":"Ann","nation":"russia","value":4,"interest":2},{"event":"government_changed","nation":"great_britain","before":null,"after":"Ann"},{"event":"bond_bought","player":"Bob","nation":"austria_hungary","value":9,"interest":4},{"event":"bond_bought","player":"Bob","nation":"german_empire","value":4,"interest":2},{"event":"government_changed","nation":"austria_hungary","before":null,"after":"Bob"},{"event":"bond_bought","player":"Bob","nation":"france","value":9,"interest":4},{"event":"bond_bought","player":"Bob","nation":"austria_hungary","value":4,"interest":2},{"event":"government_changed","nation":"france","before":null,"after":"Bob"},{"event":"bond_bought","player":"Bob","nation":"german_empire","value":9,"interest":4},{"event":"bond_bought","player":"Bob","nation":"italy","value":4,"interest":2},{"event":"government_changed","nation":"german_empire","before":null,"after":"Bob"},{"event":"investor_card_placed","player":"Ann"},{"event":"turn_started","nation":"austria_hungary","player":"Bob","round":1}]}
96f9d3d506a8f845	57	1750691200	action	all	\N	{"position":51,"number":49,"entry":{"decision":"choose_slot","actor":"Welser","nation":"brazil","choice":{"slot":"factory"}},"events":[{"event":"marker_moved","nation":"brazil","origin":"production_2","slot":"factory","steps":3,"passes_investor":false}],"seat":2,"bot":"random"}
96f9d3d506a8f845	62	1750691200	action	all	a561bd749d61d61b	{"position":56,"number":54,"entry":{"decision":"import_unit","actor":"Ann","nation":"usa","choice":{"province":"new_york","unit":"army"}},"events":[{"event":"unit_imported","nation":"usa","region":"new_york","unit":"army","cost":1},{"event":"investor_paid","player":"Ann","amount":2}],"seat":0,"bot":null}
96f9d3d506a8f845	63	1750691200	action	all	a561bd749d61d61b	{"position":57,"number":55,"entry":{"decision":"invest","actor":"Ann","choice":{"choice":"upgrade","nation":"brazil","from":2,"to":4}},"events":[{"event":"bond_upgraded","player":"Ann","nation":"brazil","old":2,"new":4,"price":2},{"event":"investor_card_passed","before":"Ann","after":"Bob"},{"event":"turn_started","nation":"europe","player":"Bob","round":4}],"seat":0,"bot":null}
96f9d3d506a8f845	66	1750691200	action	all	\N	{"position":60,"number":58,"entry":{"decision":"choose_slot","actor":"Welser","nation":"russia","choice":{"slot":"production_1"}},"events":[{"event":"rondel_paid","player":"Welser","nation":"russia","amount":3,"steps":3},{"event":"marker_moved","nation":"russia","origin":"investor","slot":"production_1","steps":6,"passes_investor":false}],"seat":2,"bot":"random"}
96f9d3d506a8f845	68	1750691200	action	all	e6552fdc875a14cf	{"position":62,"number":60,"entry":{"decision":"choose_slot","actor":"Bob","nation":"china","choice":{"slot":"production_2"}},"events":[{"event":"rondel_paid","player":"Bob","nation":"china","amount":2,"steps":2},{"event":"marker_moved","nation":"china","origin":"factory","slot":"production_2","steps":5,"passes_investor":true}],"seat":1,"bot":null}
055fe4940835e03e	1	1750691200	created	all	a561bd749d61d61b	{"name":"Study","host":"Study"}
055fe4940835e03e	2	1750691200	opened	all	a561bd749d61d61b	{"entries":10}
2f2bd82dd6fac124	1	1750691200	created	all	a561bd749d61d61b	{"name":"Finished","host":"Finished"}
2f2bd82dd6fac124	2	1750691200	opened	all	a561bd749d61d61b	{"entries":362}
2f2bd82dd6fac124	5	1750691200	action	all	a561bd749d61d61b	{"position":365,"number":365,"entry":{"decision":"choose_slot","actor":"p0","nation":"italy","choice":{"slot":"investor"}},"events":[{"event":"marker_moved","nation":"italy","origin":"factory","slot":"investor","steps":3,"passes_investor":false},{"event":"interest_paid","nation":"italy","player":"p2","amount":8,"by_treasury":8,"by_government":0,"government":"p0"},{"event":"interest_paid","nation":"italy","player":"p0","amount":7,"by_treasury":7,"by_government":0,"government":"p0"},{"event":"investor_paid","player":"p2","amount":2}],"seat":0,"bot":null}
dfe1fd3b07e01dbf	2	1750691200	seat	all	e6552fdc875a14cf	{"seat":1,"name":"Bob","user":"e6552fdc875a14cf","bot":null,"offered":false}
\.
COPY public.notes (table_id, user_id, text, changed_at) FROM stdin;
96f9d3d506a8f845	a561bd749d61d61b	Bob likes Italy.	1750691200
96f9d3d506a8f845	e6552fdc875a14cf	Ann likes Russia.	1750691200
\.
COPY public.presence (table_id, user_id, process, until) FROM stdin;
\.
COPY public.seats (table_id, number, name, user_id, bot, offered, away, time_left) FROM stdin;
76f75077162e2586	0	Eve	88e4fb4b0b467d18	\N	f	f	\N
76f75077162e2586	1	\N	\N	\N	t	f	\N
577f1e4e75aef28c	0	Ann	a561bd749d61d61b	\N	f	f	\N
577f1e4e75aef28c	1	\N	\N	\N	t	f	\N
577f1e4e75aef28c	2	Baring	\N	banker	f	f	\N
96f9d3d506a8f845	0	Ann	a561bd749d61d61b	\N	f	f	4140
96f9d3d506a8f845	1	Bob	e6552fdc875a14cf	\N	f	f	4140
96f9d3d506a8f845	2	Welser	\N	random	f	f	3600
055fe4940835e03e	0	Ann	a561bd749d61d61b	\N	f	f	\N
055fe4940835e03e	1	Bob	a561bd749d61d61b	\N	f	f	\N
055fe4940835e03e	2	Welser	a561bd749d61d61b	\N	f	f	\N
2f2bd82dd6fac124	0	p0	a561bd749d61d61b	\N	f	f	\N
2f2bd82dd6fac124	1	p1	a561bd749d61d61b	\N	f	f	\N
2f2bd82dd6fac124	2	p2	a561bd749d61d61b	\N	f	f	\N
dfe1fd3b07e01dbf	0	Ann	a561bd749d61d61b	\N	f	f	\N
dfe1fd3b07e01dbf	1	Bob	e6552fdc875a14cf	\N	f	f	\N
\.
COPY public.sessions (hash, user_id, created_at, seen_at) FROM stdin;
e00dc5573204cb50f2ba233d072da4fde8e8b4cd98d46f0186abc5825c4f98d7	a561bd749d61d61b	1750000000	1750691200
849c5460db548ddcfffd5342ef81486ddf37293120d96182c57b172915eb5c03	e6552fdc875a14cf	1750000000	1750691200
c142cc952af7394a807afb08a66e2f25be0240a37604e8e14840c72c9f8e6d2d	88e4fb4b0b467d18	1750000000	1750691200
\.
COPY public.tables (id, name, game, options, public, invite, host_id, status, sandbox, undo, clock, created_at, changed_at, started_at, ended_at, heading, seq, "position", length, decider, decision, since, deadline, paused_at, vote, result, rematch_id, parent_id, parent_entry, lease_by, lease_until) FROM stdin;
76f75077162e2586	Forgotten	imperial2030	{}	t	lMI4YhV7X4J6QcF3	88e4fb4b0b467d18	expired	f	t	\N	1750000000	1750691200	\N	1750691200	\N	2	0	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
577f1e4e75aef28c	Open	imperial2030	{}	f	LEWW6W2lpNfBNQoo	a561bd749d61d61b	open	f	t	{"per":"player","seconds":3600,"increment":30}	1750691200	1750691200	\N	\N	\N	1	0	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
055fe4940835e03e	Study	imperial2030	{"setup":"standard","investor_card":true,"tax_bonus":"chart","swiss_bank_force":true,"investor_shortfall":"forbid","donations":"own","stance_change":"on_maneuver","battle_query_order":"turn_order","secret_cash":false}	f	aaJhFxIenx0F8ODz	a561bd749d61d61b	running	t	t	\N	1750691200	1750691200	1750691200	\N	{"format":"rondel-record","version":1,"game":"imperial2030","rules_version":1,"options":{"setup":"standard","investor_card":true,"tax_bonus":"chart","swiss_bank_force":true,"investor_shortfall":"forbid","donations":"own","stance_change":"on_maneuver","battle_query_order":"turn_order","secret_cash":false},"players":["Ann","Bob","Welser"],"start":{"deal":{"Ann":["india"],"Bob":["china"],"Welser":["russia"]}}}	2	10	10	2	choose_slot	1750691200	\N	\N	\N	\N	\N	96f9d3d506a8f845	10	\N	\N
96f9d3d506a8f845	Running	imperial2030	{}	t	zrmdgUXNiw9qzJul	a561bd749d61d61b	running	f	t	{"per":"player","seconds":3600,"increment":30}	1750691200	1750691200	1750691200	\N	{"format":"rondel-record","version":1,"game":"imperial2030","rules_version":1,"options":{"setup":"standard","investor_card":true,"tax_bonus":"chart","swiss_bank_force":true,"investor_shortfall":"forbid","donations":"own","stance_change":"on_maneuver","battle_query_order":"turn_order","secret_cash":false},"players":["Ann","Bob","Welser"],"start":{"deal":{"Ann":["india"],"Bob":["china"],"Welser":["russia"]}}}	69	62	60	1	produce	1750691200	1750695340	\N	{"number":69,"kind":"pause","by":"a561bd749d61d61b","to":null,"yes":["a561bd749d61d61b"]}	\N	\N	\N	\N	\N	\N
2f2bd82dd6fac124	Finished	imperial	{"setup":"standard","investor_card":true,"swiss_bank_force":true,"investor_shortfall":"pay_available","donations":"any","stance_change":"on_maneuver","battle_query_order":"turn_order","secret_cash":false,"edition":"2006"}	f	kBLfg_IAxfC_z2K6	a561bd749d61d61b	finished	t	t	\N	1750691200	1750691200	1750691200	1750691200	{"format":"rondel-record","version":1,"game":"imperial","rules_version":1,"options":{"setup":"standard","investor_card":true,"swiss_bank_force":true,"investor_shortfall":"pay_available","donations":"any","stance_change":"on_maneuver","battle_query_order":"turn_order","secret_cash":false,"edition":"2006"},"players":["p0","p1","p2"],"start":{"deal":{"p0":["italy"],"p1":["austria_hungary"],"p2":["france"]}}}	8	367	367	\N	\N	\N	\N	\N	\N	{"scores":{"p0":25,"p1":32,"p2":41},"ranking":[["p2"],["p1"],["p0"]]}	\N	\N	\N	\N	\N
dfe1fd3b07e01dbf	Ended	imperial	{}	t	58xbzeNA-MThLzD6	a561bd749d61d61b	ended	f	t	\N	1750691200	1750691200	1750691200	1750691200	{"format":"rondel-record","version":1,"game":"imperial","rules_version":1,"options":{"setup":"standard","investor_card":true,"swiss_bank_force":false,"investor_shortfall":"forbid","donations":"own","stance_change":"on_maneuver","battle_query_order":"turn_order","secret_cash":false,"edition":"2006"},"players":["Ann","Bob"],"start":{"deal":{"Ann":["italy"],"Bob":["austria_hungary"]}}}	6	0	0	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N	\N
\.
COPY public.tokens (id, user_id, name, hash, created_at, used_at) FROM stdin;
fc54c9f462b03186	a561bd749d61d61b	my bot	a4ddb11f0242ff7221a47e2e9921ba30d0b6fd6a16741c452d0161eb8bb02d36	1750000000	\N
\.
COPY public.users (id, name, login, password, created_at, seen_at) FROM stdin;
a561bd749d61d61b	Ann	ann	$argon2id$v=19$m=19456,t=2,p=1$LAL+ZoMvGXrCqQS3lKTZrQ$ciDouR/ToszR+GpZw52cPcsUE9u7USf8MoYFmtP6Ox4	1750000000	1750691200
e6552fdc875a14cf	Bob	bob	$argon2id$v=19$m=19456,t=2,p=1$jcqkuQ5M8DcNR4Rt6z4J3w$qfpe/EJgm8cz4Cjkvtg6ZkuRH+eG92TM5xkbcxh3CzY	1750000000	1750691200
88e4fb4b0b467d18	Eve	\N	\N	1750000000	1750691200
\.
COPY public.visitors (table_id, user_id, muted, kicked) FROM stdin;
76f75077162e2586	88e4fb4b0b467d18	f	f
577f1e4e75aef28c	a561bd749d61d61b	f	f
96f9d3d506a8f845	a561bd749d61d61b	f	f
96f9d3d506a8f845	e6552fdc875a14cf	f	f
96f9d3d506a8f845	88e4fb4b0b467d18	t	f
055fe4940835e03e	a561bd749d61d61b	f	f
2f2bd82dd6fac124	a561bd749d61d61b	f	f
dfe1fd3b07e01dbf	a561bd749d61d61b	f	f
dfe1fd3b07e01dbf	e6552fdc875a14cf	f	f
\.
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.checkpoints
    ADD CONSTRAINT pk_checkpoints PRIMARY KEY (table_id, entries);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT pk_entries PRIMARY KEY (table_id, number);
ALTER TABLE ONLY public.log
    ADD CONSTRAINT pk_log PRIMARY KEY (table_id, seq);
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT pk_notes PRIMARY KEY (table_id, user_id);
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT pk_presence PRIMARY KEY (table_id, user_id, process);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT pk_seats PRIMARY KEY (table_id, number);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT pk_sessions PRIMARY KEY (hash);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT pk_tables PRIMARY KEY (id);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT pk_tokens PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT pk_users PRIMARY KEY (id);
ALTER TABLE ONLY public.visitors
    ADD CONSTRAINT pk_visitors PRIMARY KEY (table_id, user_id);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT uq_tokens_hash UNIQUE (hash);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT uq_users_login UNIQUE (login);
CREATE INDEX ix_seats_user_id ON public.seats USING btree (user_id);
CREATE INDEX ix_sessions_user_id ON public.sessions USING btree (user_id);
CREATE INDEX ix_tables_deadline ON public.tables USING btree (deadline);
CREATE INDEX ix_tables_status_public_changed_at ON public.tables USING btree (status, public, changed_at);
CREATE INDEX ix_tokens_user_id ON public.tokens USING btree (user_id);
CREATE INDEX ix_visitors_user_id ON public.visitors USING btree (user_id);
ALTER TABLE ONLY public.checkpoints
    ADD CONSTRAINT fk_checkpoints_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT fk_entries_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id);
ALTER TABLE ONLY public.log
    ADD CONSTRAINT fk_log_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id);
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT fk_notes_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id);
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT fk_notes_user_id FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT fk_presence_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id);
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT fk_presence_user_id FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT fk_seats_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id);
ALTER TABLE ONLY public.seats
    ADD CONSTRAINT fk_seats_user_id FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT fk_sessions_user_id FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT fk_tables_host_id FOREIGN KEY (host_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT fk_tokens_user_id FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.visitors
    ADD CONSTRAINT fk_visitors_table_id FOREIGN KEY (table_id) REFERENCES public.tables(id);
ALTER TABLE ONLY public.visitors
    ADD CONSTRAINT fk_visitors_user_id FOREIGN KEY (user_id) REFERENCES public.users(id);
