package org.touchpaper.lab.result;

import org.touchpaper.imd.statistics.FrameStatistics;
import org.touchpaper.lab.network.PathSettings;

/** One measurement: a path, and how frames arrived over it. */
public record PathFrameMeasurement(PathSettings path, FrameStatistics frames) {}
