/** Tests of the concurrency limits; {@code org.touchpaper.bar.api} tests the whole request path. */
@NullMarked
package org.touchpaper.bar.loadlimit;

import org.jspecify.annotations.NullMarked;
