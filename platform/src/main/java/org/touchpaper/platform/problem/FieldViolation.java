package org.touchpaper.platform.problem;

/**
 * One error in a request.
 *
 * @param field its path: {@code lightpaths[0].bandwidthMbps}; empty for the request itself
 * @param rule the rule broken, one word or a few with hyphens: {@code at-least-1}
 * @param message a sentence for the client
 */
public record FieldViolation(String field, String rule, String message) {}
