package org.touchpaper.platform.problem;

/**
 * One thing wrong with a request.
 *
 * @param field where, as a path: {@code lightpaths[0].bandwidthMbps}; empty for the whole
 * @param rule the rule broken, one word or a few with hyphens: {@code at-least-1}
 * @param message a sentence for the person who asked
 */
public record Violation(String field, String rule, String message) {}
