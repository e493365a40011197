/**
 * Ten thousand circuits under trouble: start at {@link
 * org.touchpaper.nsap.trouble.TenThousandCircuitsTest}.
 */
@NullMarked
package org.touchpaper.nsap.trouble;

import org.jspecify.annotations.NullMarked;
