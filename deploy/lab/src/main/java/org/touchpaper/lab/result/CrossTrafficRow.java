package org.touchpaper.lab.result;

import org.jspecify.annotations.Nullable;
import org.touchpaper.lab.network.CrossTrafficSettings;

/**
 * The same run while other users send over the production path.
 *
 * @param megabits what of theirs arrived, in Mbit/s
 * @param production the viewer receives over the same path
 * @param lightpath the viewer receives over the lightpath meanwhile; null if that is no path of its
 *     own
 */
public record CrossTrafficRow(
    CrossTrafficSettings load,
    double megabits,
    PathFrameMeasurement production,
    @Nullable PathFrameMeasurement lightpath) {}
