/**
 * The command line: {@code reserve}, {@code status}, {@code cancel}, {@code timetable} of a BAR;
 * {@code harc} of the acceptors, for their administrators. Start at {@link
 * org.touchpaper.hlm.cli.CommandLineClient}; {@link org.touchpaper.hlm.cli.Outcome} holds what the
 * exit codes mean.
 */
@NullMarked
package org.touchpaper.hlm.cli;

import org.jspecify.annotations.NullMarked;
