package org.touchpaper.pathcheck.agent;

import org.jspecify.annotations.Nullable;
import org.touchpaper.pathcheck.statistics.PathStatistics;

/**
 * What came of a check: exactly one of the two.
 *
 * @param statistics the figures
 * @param failure why nothing was measured: for people
 */
public record CheckReport(@Nullable PathStatistics statistics, @Nullable String failure) {}
