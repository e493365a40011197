/**
 * Ciena's CoreDirector over TL1. Start reading at {@link
 * org.touchpaper.nsap.element.ciena.CoreDirector}: what a circuit looks like there.
 */
@NullMarked
package org.touchpaper.nsap.element.ciena;

import org.jspecify.annotations.NullMarked;
