/**
 * The experiments of the ESLEA papers on one machine: {@code ./touchpaper lab}. A real engine runs
 * in one network namespace, a viewer steers it from another, and the path between them delays,
 * loses and reorders packets as a network of 2005 did. Start at {@link
 * org.touchpaper.lab.ExperimentRunner}.
 */
@NullMarked
package org.touchpaper.lab;

import org.jspecify.annotations.NullMarked;
