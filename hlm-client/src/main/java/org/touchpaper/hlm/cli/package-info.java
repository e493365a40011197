/**
 * The command line: {@code reserve}, {@code status}, {@code change}, {@code cancel} and {@code
 * timetable} for bookings, {@code harc} for administrators of acceptors, {@code element} for
 * operators of network elements. Start at {@link org.touchpaper.hlm.cli.TouchpaperCommandLine};
 * each command has a class in a package below. {@link org.touchpaper.hlm.cli.common.ExitCode} lists
 * the exit codes.
 */
@NullMarked
package org.touchpaper.hlm.cli;

import org.jspecify.annotations.NullMarked;
