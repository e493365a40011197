package org.touchpaper.tl1.message;

/**
 * A line outside every message: an echo, a banner, a prompt, or what is left of a broken message.
 */
public record Stray(String line) implements OutputMessage {}
