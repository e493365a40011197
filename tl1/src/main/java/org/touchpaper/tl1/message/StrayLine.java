package org.touchpaper.tl1.message;

/** A line outside every message: an echo, a banner, a prompt, or the rest of a broken message. */
public record StrayLine(String line) implements OutputMessage {}
