/** Tests of {@code org.touchpaper.bar.aggregator}. */
@NullMarked
package org.touchpaper.bar.aggregator;

import org.jspecify.annotations.NullMarked;
