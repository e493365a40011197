/** Tests of {@code org.touchpaper.bar.coordination}. */
@NullMarked
package org.touchpaper.bar.coordination;

import org.jspecify.annotations.NullMarked;
