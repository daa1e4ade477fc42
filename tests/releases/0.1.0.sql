BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
CREATE TABLE ballot (
	night_id VARCHAR(8) NOT NULL, 
	entry INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	favours BOOLEAN NOT NULL, 
	CONSTRAINT pk_ballot PRIMARY KEY (night_id, entry, player), 
	CONSTRAINT fk_ballot_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE
);
INSERT INTO "ballot" VALUES('hgohyyvn',15,'p2',0);
CREATE TABLE device (
	id INTEGER NOT NULL, 
	night_id VARCHAR(8) NOT NULL, 
	player TEXT NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	label TEXT NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	revoked_at VARCHAR(24), 
	CONSTRAINT pk_device PRIMARY KEY (id), 
	CONSTRAINT fk_device_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE, 
	CONSTRAINT uq_device_night_id_token_hash UNIQUE (night_id, token_hash)
);
INSERT INTO "device" VALUES(1,'hgohyyvn','p1','35641f42dc2b6a08abcf8766d1f39dd3edb0299cf601b8053c8342997eb12371','Werkzeug/3.1.9','2026-11-21T18:29:55.922Z',NULL);
INSERT INTO "device" VALUES(2,'hgohyyvn','p2','e22cfa203d13051eaec8089683b108a9357edab3bd3dfe98d6240f937e0f45a0','Werkzeug/3.1.9','2026-11-21T18:29:55.929Z',NULL);
INSERT INTO "device" VALUES(3,'hgohyyvn','p3','84b6e2a527e2c0fa3664299ccee029103078b01516ffc4b4ea307ad7b3446b14','Werkzeug/3.1.9','2026-11-21T18:29:55.933Z',NULL);
INSERT INTO "device" VALUES(4,'goehpgsu','p1','7e6a9a4c0aaebfce7e32f47a1efa8cf00a3d427f7fae11305166aa4af8392e47','Werkzeug/3.1.9','2026-11-21T18:29:56.048Z',NULL);
INSERT INTO "device" VALUES(5,'goehpgsu','p2','454d6ec714fd8ac4be99fbf4d9bc92c963c94745fe685e0b0884c783051ffe73','Werkzeug/3.1.9','2026-11-21T18:29:56.053Z',NULL);
INSERT INTO "device" VALUES(6,'goehpgsu','p3','817215a5610c3ebf305a590c7b5bb8e7e5e827f8022dbf418e89029930d30496','Werkzeug/3.1.9','2026-11-21T18:29:56.057Z',NULL);
CREATE TABLE entry (
	night_id VARCHAR(8) NOT NULL, 
	seq INTEGER NOT NULL, 
	at VARCHAR(24) NOT NULL, 
	"by" TEXT, 
	device_id INTEGER, 
	"key" TEXT, 
	event TEXT NOT NULL, 
	version INTEGER DEFAULT '1' NOT NULL, 
	CONSTRAINT pk_entry PRIMARY KEY (night_id, seq), 
	CONSTRAINT fk_entry_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE, 
	CONSTRAINT fk_entry_device_id_device FOREIGN KEY(device_id) REFERENCES device (id) ON DELETE SET NULL, 
	CONSTRAINT uq_entry_night_id_device_id_key UNIQUE (night_id, device_id, "key")
);
INSERT INTO "entry" VALUES('hgohyyvn',1,'2026-11-21T18:29:55.917Z','p1',NULL,NULL,'{"type":"night.opened","name":"Friday","unit":"sip","date":"2026-11-21"}',1);
INSERT INTO "entry" VALUES('hgohyyvn',2,'2026-11-21T18:29:55.919Z','p1',NULL,NULL,'{"type":"player.joined","player":"p1","name":"Ann"}',1);
INSERT INTO "entry" VALUES('hgohyyvn',3,'2026-11-21T18:29:55.928Z',NULL,NULL,NULL,'{"type":"player.joined","player":"p2","name":"Bob"}',1);
INSERT INTO "entry" VALUES('hgohyyvn',4,'2026-11-21T18:29:55.932Z',NULL,NULL,NULL,'{"type":"player.joined","player":"p3","name":"Cal"}',1);
INSERT INTO "entry" VALUES('hgohyyvn',5,'2026-11-21T18:29:55.937Z','p1',1,'key-1.a2fa2b4e95ba65791dd7bab1','{"type":"player.joined","player":"p4","name":"Zoë 🦆"}',1);
INSERT INTO "entry" VALUES('hgohyyvn',6,'2026-11-21T18:29:55.994Z','p1',1,'key-2.18f676d001516994bcaa29ab','{"type":"rule.made","rule":"r1","text":"Whoever says “drink” drinks 2.","amount":2}',1);
INSERT INTO "entry" VALUES('hgohyyvn',7,'2026-11-21T18:29:55.998Z','p1',1,'key-3.3fe501b503d3fcf9f62ea154','{"type":"game.started","game":"five-card-yak","players":["p1","p2","p3"],"dealer":"p1"}',1);
INSERT INTO "entry" VALUES('hgohyyvn',8,'2026-11-21T18:29:56.010Z','p1',1,'key-4.079aaa8df8d0f160ede827a8','{"type":"trick.taken","deal":1,"trick":1,"winner":"p2"}',1);
INSERT INTO "entry" VALUES('hgohyyvn',9,'2026-11-21T18:29:56.013Z','p1',1,'key-5.eb51ce40ad768f24e0cc5565','{"type":"trick.taken","deal":1,"trick":2,"winner":"p3"}',1);
INSERT INTO "entry" VALUES('hgohyyvn',10,'2026-11-21T18:29:56.015Z','p1',1,'key-6.e38d1102522acdb1b9f6674f','{"type":"trick.taken","deal":1,"trick":3,"winner":null}',1);
INSERT INTO "entry" VALUES('hgohyyvn',11,'2026-11-21T18:29:56.017Z','p1',1,'key-7.9ef8d728beb1d3b5033a1993','{"type":"trick.taken","deal":1,"trick":4,"winner":"p2"}',1);
INSERT INTO "entry" VALUES('hgohyyvn',12,'2026-11-21T18:29:56.022Z','p1',1,'key-8.45d6c421e91a21b47927fcb0','{"type":"entry.changed","entry":11,"event":{"type":"trick.taken","deal":1,"trick":4,"winner":"p3"}}',1);
INSERT INTO "entry" VALUES('hgohyyvn',13,'2026-11-21T18:29:56.026Z','p3',3,'key-9.10a41f668a9ea70f4bf84f34','{"type":"rule.called","rule":"r1","player":"p2"}',1);
INSERT INTO "entry" VALUES('hgohyyvn',14,'2026-11-21T18:29:56.029Z','p1',1,'key-10.715affb7d88ce1e561c77a0a','{"type":"entry.undone","entry":13}',1);
INSERT INTO "entry" VALUES('hgohyyvn',15,'2026-11-21T18:29:56.031Z','p3',3,'key-11.b2bf63d153ec95c9271a872c','{"type":"rule.objected","rule":"r1","player":"p3"}',1);
INSERT INTO "entry" VALUES('goehpgsu',1,'2026-11-21T18:29:56.047Z','p1',NULL,NULL,'{"type":"night.opened","name":"Thursday","unit":"sip","date":"2026-11-21"}',1);
INSERT INTO "entry" VALUES('goehpgsu',2,'2026-11-21T18:29:56.047Z','p1',NULL,NULL,'{"type":"player.joined","player":"p1","name":"Ann"}',1);
INSERT INTO "entry" VALUES('goehpgsu',3,'2026-11-21T18:29:56.050Z',NULL,NULL,NULL,'{"type":"player.joined","player":"p2","name":"Bob"}',1);
INSERT INTO "entry" VALUES('goehpgsu',4,'2026-11-21T18:29:56.056Z',NULL,NULL,NULL,'{"type":"player.joined","player":"p3","name":"Cal"}',1);
INSERT INTO "entry" VALUES('goehpgsu',5,'2026-11-21T18:29:56.062Z','p1',4,'key-12.b85f2d43286055cead33d133','{"type":"game.started","game":"yogis-whist","players":["p1","p2","p3"],"dealer":"p1"}',1);
INSERT INTO "entry" VALUES('goehpgsu',6,'2026-11-21T18:29:56.101Z','p1',4,'key-13.5a98e944b925bd0b848ea102','{"type":"bid.placed","deal":1,"player":"p1","tricks":1}',1);
INSERT INTO "entry" VALUES('goehpgsu',7,'2026-11-21T18:29:56.107Z','p2',5,'key-14.9856125641fe7e32b47de3d3','{"type":"bid.placed","deal":1,"player":"p2","tricks":0}',1);
INSERT INTO "entry" VALUES('goehpgsu',8,'2026-11-21T18:29:56.110Z','p3',6,'key-15.b9bec9a7aaa7e972173ce94b','{"type":"bid.placed","deal":1,"player":"p3","tricks":1}',1);
INSERT INTO "entry" VALUES('goehpgsu',9,'2026-11-21T18:29:56.113Z','p3',6,'key-16.8c417ec5fee7f3c7296c9e9e','{"type":"call.made","deal":1,"player":"p2","call":"no"}',1);
INSERT INTO "entry" VALUES('goehpgsu',10,'2026-11-21T18:29:56.115Z','p3',6,'key-17.5208a20d0506bf27b9ba3309','{"type":"call.made","deal":1,"player":"p3","call":"no"}',1);
INSERT INTO "entry" VALUES('goehpgsu',11,'2026-11-21T18:29:56.117Z','p3',6,'key-18.9aa58426a5a794586c82e764','{"type":"call.made","deal":1,"player":"p1","call":"no"}',1);
INSERT INTO "entry" VALUES('goehpgsu',12,'2026-11-21T18:29:56.119Z','p1',4,'key-19.079aaa8df8d0f160ede827a8','{"type":"trick.taken","deal":1,"trick":1,"winner":"p2"}',1);
INSERT INTO "entry" VALUES('goehpgsu',13,'2026-11-21T18:29:56.122Z','p1',4,'key-20.eb51ce40ad768f24e0cc5565','{"type":"trick.taken","deal":1,"trick":2,"winner":"p3"}',1);
INSERT INTO "entry" VALUES('goehpgsu',14,'2026-11-21T18:29:56.124Z','p1',4,'key-21.b3f4e074dac6c52f93d1168e','{"type":"trick.taken","deal":1,"trick":3,"winner":"p2"}',1);
INSERT INTO "entry" VALUES('goehpgsu',15,'2026-11-21T18:29:56.132Z','p1',4,'key-22.08f3c2bd0f341a00882e4bec','{"type":"drink.taken","player":"p1","amount":1}',1);
INSERT INTO "entry" VALUES('goehpgsu',16,'2026-11-21T18:29:56.134Z','p1',4,'key-23.60c9b3d282e8d706c37ce2ea','{"type":"night.closed"}',1);
CREATE TABLE guess (
	id INTEGER NOT NULL, 
	address VARCHAR(64) NOT NULL, 
	at VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_guess PRIMARY KEY (id)
);
CREATE TABLE loan (
	night_id VARCHAR(8) NOT NULL, 
	player TEXT NOT NULL, 
	device_id INTEGER NOT NULL, 
	CONSTRAINT pk_loan PRIMARY KEY (night_id, player), 
	CONSTRAINT fk_loan_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE, 
	CONSTRAINT fk_loan_device_id_device FOREIGN KEY(device_id) REFERENCES device (id) ON DELETE CASCADE
);
INSERT INTO "loan" VALUES('hgohyyvn','p4',2);
CREATE TABLE night (
	id VARCHAR(8) NOT NULL, 
	code VARCHAR(8) NOT NULL, 
	token VARCHAR(64) NOT NULL, 
	door INTEGER DEFAULT '0' NOT NULL, 
	created_at VARCHAR(24) NOT NULL, watch VARCHAR(64), whispers INTEGER DEFAULT '0' NOT NULL, rewritten INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_night PRIMARY KEY (id), 
	CONSTRAINT uq_night_code UNIQUE (code), 
	CONSTRAINT uq_night_token UNIQUE (token)
);
INSERT INTO "night" VALUES('hgohyyvn','NZMWQJN7','5yDMKSFl0TP6JlGY3TLjYQ',6,'2026-11-21T18:29:55.910Z','569wJLYe3TQAiEwOEQI39w',1,0);
INSERT INTO "night" VALUES('goehpgsu','W4R79PHT','DlWQhjAT81t-tuLJHSE7aw',3,'2026-11-21T18:29:56.045Z','ywnNYwMSvgfHOge6SML48Q',0,0);
CREATE TABLE proposal (
	id INTEGER NOT NULL, 
	night_id VARCHAR(8) NOT NULL, 
	maker TEXT NOT NULL, 
	asked TEXT NOT NULL, 
	event TEXT NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	CONSTRAINT pk_proposal PRIMARY KEY (id), 
	CONSTRAINT fk_proposal_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE
);
INSERT INTO "proposal" VALUES(1,'hgohyyvn','p2','p3','{"type":"drink.moved","player":"p2","to":"p3","amount":1}','2026-11-21T18:29:56.040Z');
CREATE TABLE ticket (
	hash VARCHAR(64) NOT NULL, 
	night_id VARCHAR(8) NOT NULL, 
	player TEXT NOT NULL, 
	expires_at VARCHAR(24) NOT NULL, 
	used_at VARCHAR(24), 
	CONSTRAINT pk_ticket PRIMARY KEY (hash), 
	CONSTRAINT fk_ticket_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE
);
CREATE TABLE wish (
	night_id VARCHAR(8) NOT NULL, 
	player TEXT NOT NULL, 
	drinks VARCHAR(8) NOT NULL, 
	forfeit TEXT NOT NULL, 
	cap INTEGER, 
	paused BOOLEAN NOT NULL, 
	glass INTEGER, unit TEXT, 
	CONSTRAINT pk_wish PRIMARY KEY (night_id, player), 
	CONSTRAINT fk_wish_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE
);
INSERT INTO "wish" VALUES('hgohyyvn','p2','soft','hop on one leg',12,0,330,'sip');
CREATE INDEX ix_device_night_id_player ON device (night_id, player);
CREATE INDEX ix_loan_device_id ON loan (device_id);
CREATE INDEX ix_ticket_night_id_player ON ticket (night_id, player);
CREATE INDEX ix_entry_device_id ON entry (device_id);
CREATE INDEX ix_proposal_night_id ON proposal (night_id);
CREATE UNIQUE INDEX ix_night_watch ON night (watch);
COMMIT;
