/**
 * What is neither nodes nor a network: a store, an instrument (MacLaren 2007 names them). Each has
 * named units with a capacity, and a booking takes an amount of one unit over a window. Nothing is
 * configured anywhere, so a booking is up when its time has come. Start at {@link
 * org.touchpaper.harc.rm.generic.UnitScheduler}; {@link org.touchpaper.harc.rm.generic.UnitHolding}
 * weighs. The smallest of the schedulers, and the example for a new one.
 */
@NullMarked
package org.touchpaper.harc.rm.generic;

import org.jspecify.annotations.NullMarked;
