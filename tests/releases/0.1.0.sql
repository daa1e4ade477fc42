BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0007');
CREATE TABLE ballot (
	night_id VARCHAR(8) NOT NULL, 
	entry INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	favours BOOLEAN NOT NULL, 
	CONSTRAINT pk_ballot PRIMARY KEY (night_id, entry, player), 
	CONSTRAINT fk_ballot_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE
);
INSERT INTO "ballot" VALUES('uxlxdsii',15,'p2',0);
CREATE TABLE device (
	id INTEGER NOT NULL, 
	night_id VARCHAR(8) NOT NULL, 
	player TEXT NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	label TEXT NOT NULL, 
	created_at VARCHAR(24) NOT NULL, 
	revoked_at VARCHAR(24), picked BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_device PRIMARY KEY (id), 
	CONSTRAINT fk_device_night_id_night FOREIGN KEY(night_id) REFERENCES night (id) ON DELETE CASCADE, 
	CONSTRAINT uq_device_night_id_token_hash UNIQUE (night_id, token_hash)
);
INSERT INTO "device" VALUES(1,'uxlxdsii','p1','1752a709a26467aa59cb12c1aedaf379c4d8cbedf8f68729164fb66a11c9ac84','Werkzeug/3.1.9','2026-11-21T19:54:59.066Z',NULL,0);
INSERT INTO "device" VALUES(2,'uxlxdsii','p2','5506261a2e3919e067e375af0efc92214bc48932b03797d13ac230e31fd1bc9e','Werkzeug/3.1.9','2026-11-21T19:54:59.071Z',NULL,0);
INSERT INTO "device" VALUES(3,'uxlxdsii','p3','01f6ab234436899578c9856418d09b4f65d3826cdbb4e1cfd202f8abfa3c2f05','Werkzeug/3.1.9','2026-11-21T19:54:59.074Z',NULL,0);
INSERT INTO "device" VALUES(4,'ggpgrvyq','p1','c07c9982bcb2e4ffb26bec1a30992c82427ab2f3734af3d0853411897c58a926','Werkzeug/3.1.9','2026-11-21T19:54:59.178Z',NULL,0);
INSERT INTO "device" VALUES(5,'ggpgrvyq','p2','c48b79111b2e2f6d7d6156b4780bbb8f14d102fd7a81a326add8671e62305be3','Werkzeug/3.1.9','2026-11-21T19:54:59.181Z',NULL,0);
INSERT INTO "device" VALUES(6,'ggpgrvyq','p3','326af1d2e049734cad9eab6f24fa8b943dba8fad36bf1b982b1634576efe430b','Werkzeug/3.1.9','2026-11-21T19:54:59.184Z',NULL,0);
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
INSERT INTO "entry" VALUES('uxlxdsii',1,'2026-11-21T19:54:59.064Z','p1',NULL,NULL,'{"type":"night.opened","name":"Friday","unit":"sip","date":"2026-11-21"}',1);
INSERT INTO "entry" VALUES('uxlxdsii',2,'2026-11-21T19:54:59.065Z','p1',NULL,NULL,'{"type":"player.joined","player":"p1","name":"Ann"}',1);
INSERT INTO "entry" VALUES('uxlxdsii',3,'2026-11-21T19:54:59.070Z',NULL,NULL,NULL,'{"type":"player.joined","player":"p2","name":"Bob"}',1);
INSERT INTO "entry" VALUES('uxlxdsii',4,'2026-11-21T19:54:59.073Z',NULL,NULL,NULL,'{"type":"player.joined","player":"p3","name":"Cal"}',1);
INSERT INTO "entry" VALUES('uxlxdsii',5,'2026-11-21T19:54:59.076Z','p1',1,'key-1.a2fa2b4e95ba65791dd7bab1','{"type":"player.joined","player":"p4","name":"Zoë 🦆"}',1);
INSERT INTO "entry" VALUES('uxlxdsii',6,'2026-11-21T19:54:59.133Z','p1',1,'key-2.18f676d001516994bcaa29ab','{"type":"rule.made","rule":"r1","text":"Whoever says “drink” drinks 2.","amount":2}',1);
INSERT INTO "entry" VALUES('uxlxdsii',7,'2026-11-21T19:54:59.136Z','p1',1,'key-3.3fe501b503d3fcf9f62ea154','{"type":"game.started","game":"five-card-yak","players":["p1","p2","p3"],"dealer":"p1"}',1);
INSERT INTO "entry" VALUES('uxlxdsii',8,'2026-11-21T19:54:59.146Z','p1',1,'key-4.079aaa8df8d0f160ede827a8','{"type":"trick.taken","deal":1,"trick":1,"winner":"p2"}',1);
INSERT INTO "entry" VALUES('uxlxdsii',9,'2026-11-21T19:54:59.149Z','p1',1,'key-5.eb51ce40ad768f24e0cc5565','{"type":"trick.taken","deal":1,"trick":2,"winner":"p3"}',1);
INSERT INTO "entry" VALUES('uxlxdsii',10,'2026-11-21T19:54:59.151Z','p1',1,'key-6.e38d1102522acdb1b9f6674f','{"type":"trick.taken","deal":1,"trick":3,"winner":null}',1);
INSERT INTO "entry" VALUES('uxlxdsii',11,'2026-11-21T19:54:59.152Z','p1',1,'key-7.9ef8d728beb1d3b5033a1993','{"type":"trick.taken","deal":1,"trick":4,"winner":"p2"}',1);
INSERT INTO "entry" VALUES('uxlxdsii',12,'2026-11-21T19:54:59.154Z','p1',1,'key-8.45d6c421e91a21b47927fcb0','{"type":"entry.changed","entry":11,"event":{"type":"trick.taken","deal":1,"trick":4,"winner":"p3"}}',1);
INSERT INTO "entry" VALUES('uxlxdsii',13,'2026-11-21T19:54:59.158Z','p3',3,'key-9.10a41f668a9ea70f4bf84f34','{"type":"rule.called","rule":"r1","player":"p2"}',1);
INSERT INTO "entry" VALUES('uxlxdsii',14,'2026-11-21T19:54:59.160Z','p1',1,'key-10.715affb7d88ce1e561c77a0a','{"type":"entry.undone","entry":13}',1);
INSERT INTO "entry" VALUES('uxlxdsii',15,'2026-11-21T19:54:59.162Z','p3',3,'key-11.b2bf63d153ec95c9271a872c','{"type":"rule.objected","rule":"r1","player":"p3"}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',1,'2026-11-21T19:54:59.177Z','p1',NULL,NULL,'{"type":"night.opened","name":"Thursday","unit":"sip","date":"2026-11-21"}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',2,'2026-11-21T19:54:59.177Z','p1',NULL,NULL,'{"type":"player.joined","player":"p1","name":"Ann"}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',3,'2026-11-21T19:54:59.180Z',NULL,NULL,NULL,'{"type":"player.joined","player":"p2","name":"Bob"}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',4,'2026-11-21T19:54:59.183Z',NULL,NULL,NULL,'{"type":"player.joined","player":"p3","name":"Cal"}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',5,'2026-11-21T19:54:59.185Z','p1',4,'key-12.b85f2d43286055cead33d133','{"type":"game.started","game":"yogis-whist","players":["p1","p2","p3"],"dealer":"p1"}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',6,'2026-11-21T19:54:59.222Z','p1',4,'key-13.5a98e944b925bd0b848ea102','{"type":"bid.placed","deal":1,"player":"p1","tricks":1}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',7,'2026-11-21T19:54:59.228Z','p2',5,'key-14.9856125641fe7e32b47de3d3','{"type":"bid.placed","deal":1,"player":"p2","tricks":0}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',8,'2026-11-21T19:54:59.231Z','p3',6,'key-15.b9bec9a7aaa7e972173ce94b','{"type":"bid.placed","deal":1,"player":"p3","tricks":1}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',9,'2026-11-21T19:54:59.233Z','p3',6,'key-16.8c417ec5fee7f3c7296c9e9e','{"type":"call.made","deal":1,"player":"p2","call":"no"}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',10,'2026-11-21T19:54:59.235Z','p3',6,'key-17.5208a20d0506bf27b9ba3309','{"type":"call.made","deal":1,"player":"p3","call":"no"}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',11,'2026-11-21T19:54:59.236Z','p3',6,'key-18.9aa58426a5a794586c82e764','{"type":"call.made","deal":1,"player":"p1","call":"no"}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',12,'2026-11-21T19:54:59.238Z','p1',4,'key-19.079aaa8df8d0f160ede827a8','{"type":"trick.taken","deal":1,"trick":1,"winner":"p2"}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',13,'2026-11-21T19:54:59.240Z','p1',4,'key-20.eb51ce40ad768f24e0cc5565','{"type":"trick.taken","deal":1,"trick":2,"winner":"p3"}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',14,'2026-11-21T19:54:59.242Z','p1',4,'key-21.b3f4e074dac6c52f93d1168e','{"type":"trick.taken","deal":1,"trick":3,"winner":"p2"}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',15,'2026-11-21T19:54:59.248Z','p1',4,'key-22.08f3c2bd0f341a00882e4bec','{"type":"drink.taken","player":"p1","amount":1}',1);
INSERT INTO "entry" VALUES('ggpgrvyq',16,'2026-11-21T19:54:59.250Z','p1',4,'key-23.60c9b3d282e8d706c37ce2ea','{"type":"night.closed"}',1);
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
INSERT INTO "loan" VALUES('uxlxdsii','p4',2);
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
INSERT INTO "night" VALUES('uxlxdsii','ZNQGZ222','YL12CTITU8LXRF6ofMEMqg',6,'2026-11-21T19:54:59.057Z','LZPBdIemZyo0S0RovU8tyQ',1,0);
INSERT INTO "night" VALUES('ggpgrvyq','ZA927VWM','ePP3kelLgrWya2lcezBDWg',3,'2026-11-21T19:54:59.175Z','t9bBOtwKVEoYNulYMAavng',0,0);
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
INSERT INTO "proposal" VALUES(1,'uxlxdsii','p2','p3','{"type":"drink.moved","player":"p2","to":"p3","amount":1}','2026-11-21T19:54:59.171Z');
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
INSERT INTO "wish" VALUES('uxlxdsii','p2','soft','hop on one leg',12,0,330,'sip');
CREATE INDEX ix_device_night_id_player ON device (night_id, player);
CREATE INDEX ix_loan_device_id ON loan (device_id);
CREATE INDEX ix_ticket_night_id_player ON ticket (night_id, player);
CREATE INDEX ix_entry_device_id ON entry (device_id);
CREATE INDEX ix_proposal_night_id ON proposal (night_id);
CREATE UNIQUE INDEX ix_night_watch ON night (watch);
COMMIT;
