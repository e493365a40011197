/**
 * The emulated Ciena CoreDirector, with sub-network connections (SNC) across several elements.
 * Start at {@link org.touchpaper.elementemulator.ciena.EmulatedCoreDirector}. Depends on {@code
 * tl1} and {@code state}.
 */
@NullMarked
package org.touchpaper.elementemulator.ciena;

import org.jspecify.annotations.NullMarked;
