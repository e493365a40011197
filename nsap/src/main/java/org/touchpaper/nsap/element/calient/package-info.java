/**
 * The Calient DiamondWave over TL1. Start reading at {@link
 * org.touchpaper.nsap.element.calient.CalientPlugin}: the items of a circuit.
 */
@NullMarked
package org.touchpaper.nsap.element.calient;

import org.jspecify.annotations.NullMarked;
