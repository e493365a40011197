package org.touchpaper.imd.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code imd view} prints as JSON.
 *
 * @param frames counted after the warm-up
 * @param firstStep of the simulation; null if the engine does not tell
 * @param steered where the steered atom was in the first and the last frame
 * @param ended whether the engine ended the session
 */
record ViewResult(
    int version,
    long frames,
    long bytes,
    double framesPerSecond,
    double megabitsPerSecond,
    double meanMs,
    double p50Ms,
    double p95Ms,
    double maxMs,
    @Nullable Long firstStep,
    @Nullable Long lastStep,
    List<List<Float>> steered,
    boolean ended) {}
