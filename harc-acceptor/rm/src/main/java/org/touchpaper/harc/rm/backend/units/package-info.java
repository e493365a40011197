/**
 * A scheduler for resources that are neither nodes nor a network: a store, an instrument (MacLaren
 * 2007 names them). Each has named units with a capacity, and a booking takes an amount of one unit
 * for a period. Nothing is configured, so a booking is active when its time has come. Start at
 * {@link org.touchpaper.harc.rm.backend.units.UnitBackend}. The smallest of the backends, and the
 * example for a new one.
 */
@NullMarked
package org.touchpaper.harc.rm.backend.units;

import org.jspecify.annotations.NullMarked;
