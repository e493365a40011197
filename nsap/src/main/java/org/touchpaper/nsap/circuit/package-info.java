/**
 * The NSAP's {@link org.touchpaper.segment.capacity.CapacityAllocator}: selects path, time slots
 * and labels of a circuit and checks that they are free. Start reading at {@link
 * org.touchpaper.nsap.circuit.WideAreaCapacityAllocator}; its result is a {@link
 * org.touchpaper.nsap.circuit.Route}, from which the element types derive the configuration.
 * Depends on {@code path} and {@code topology}.
 */
@NullMarked
package org.touchpaper.nsap.circuit;

import org.jspecify.annotations.NullMarked;
