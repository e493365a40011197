/**
 * Polatis photonic switches over TL1. Start reading at {@link
 * org.touchpaper.nsap.element.polatis.PolatisPlugin}: the items of a circuit.
 */
@NullMarked
package org.touchpaper.nsap.element.polatis;

import org.jspecify.annotations.NullMarked;
