/**
 * The emulated photonic switches Calient DiamondWave and Polatis. Start at {@link
 * org.touchpaper.elementemulator.photonic.EmulatedCalient}. Depends on {@code tl1} and {@code
 * state}.
 */
@NullMarked
package org.touchpaper.elementemulator.photonic;

import org.jspecify.annotations.NullMarked;
