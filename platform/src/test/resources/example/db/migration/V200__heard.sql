create table heard (connection text primary key);
