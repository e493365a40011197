/** Tests of the overview; start at BookingSummaryTest. */
@NullMarked
package org.touchpaper.bar.overview;

import org.jspecify.annotations.NullMarked;
