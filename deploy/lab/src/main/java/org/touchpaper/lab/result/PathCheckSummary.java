package org.touchpaper.lab.result;

/**
 * What the path agents beside the hosts found of a booked lightpath.
 *
 * @param passed whether it is as good as its topology says
 * @param summary the figures, or what is wrong
 */
public record PathCheckSummary(boolean passed, String summary) {}
