package org.touchpaper.harc.stream;

import java.util.List;

/** What is written together, a frame each: most of what a small word costs is its own writing. */
record Words(List<Word> all) {}
