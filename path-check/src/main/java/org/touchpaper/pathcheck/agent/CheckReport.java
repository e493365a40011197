package org.touchpaper.pathcheck.agent;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.touchpaper.pathcheck.statistics.PathStatistics;

/**
 * What came of a check: the figures, or why there are none.
 *
 * @param statistics the figures
 * @param sending how long it took to send the packets; longer than asked for on a busy host
 * @param failure why nothing was measured, for people
 */
public record CheckReport(
    @Nullable PathStatistics statistics, @Nullable Duration sending, @Nullable String failure) {}
