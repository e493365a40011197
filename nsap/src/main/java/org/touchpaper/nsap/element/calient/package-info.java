/**
 * Calient's DiamondWave over TL1. Start reading at {@link
 * org.touchpaper.nsap.element.calient.Calient}: what a circuit looks like there.
 */
@NullMarked
package org.touchpaper.nsap.element.calient;

import org.jspecify.annotations.NullMarked;
