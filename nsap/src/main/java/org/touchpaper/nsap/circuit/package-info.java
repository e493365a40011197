/**
 * Which way a circuit goes, with which time slots and labels, and whether that fits: the NSAP's
 * {@link org.touchpaper.segment.provider.Admission}. Start reading at {@link
 * org.touchpaper.nsap.circuit.WideAreaAdmission}; what it decided is a {@link
 * org.touchpaper.nsap.circuit.Route}, from which {@code element} derives the configuration.
 */
@NullMarked
package org.touchpaper.nsap.circuit;

import org.jspecify.annotations.NullMarked;
