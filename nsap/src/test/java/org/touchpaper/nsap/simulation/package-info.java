/**
 * Simulation of thousands of circuits with injected faults. Start reading at {@link
 * org.touchpaper.nsap.simulation.TenThousandCircuitsTest}.
 */
@NullMarked
package org.touchpaper.nsap.simulation;

import org.jspecify.annotations.NullMarked;
